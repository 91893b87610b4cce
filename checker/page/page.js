// SPDX-License-Identifier: MIT
// Keys, the theme and nothing else: the page says everything without this script.
"use strict";
(() => {
  const root = document.documentElement;
  const help = document.getElementById("help");
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  const stops = () =>
    [...document.querySelectorAll(".step, tr.stop")].filter((one) => one.offsetParent !== null);
  const marks = () => [...document.querySelectorAll(".step.mark")];

  const go = (one) => {
    if (!one) return;
    const fold = one.closest("details:not([open])");
    if (fold) fold.open = true;
    one.focus({ preventScroll: true });
    one.scrollIntoView({ block: "nearest" });
  };

  // The neighbour of what has the focus, or of the place where it was lost; without one the first in that direction.
  const neighbour = (all, forward) => {
    const here = document.activeElement.closest(".step, tr.stop");
    if (!here) return forward ? all[0] : all[all.length - 1];
    const follows = (one) => here.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (forward) return all.find((one) => one !== here && follows(one));
    return all.filter((one) => one !== here && !follows(one)).pop();
  };

  const toggleTheme = () => {
    const now = root.dataset.theme || (dark.matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
  };

  const toggleFolds = () => {
    const here = document.activeElement.closest(".step, tr.stop");
    if (!here) return;
    const folds = [...here.querySelectorAll("details")];
    const opens = folds.some((one) => !one.open);
    for (const one of folds) one.open = opens;
  };

  const follow = () => {
    const link = document.activeElement.matches("tr.stop") && document.activeElement.querySelector("a[href]");
    if (!link) return false;
    link.click();
    const story = document.querySelector(link.getAttribute("href"));
    if (story) (story.querySelector(".step.mark") || story).focus({ preventScroll: true });
    return true;
  };

  const toggleHelp = () => (help.open ? help.close() : help.showModal());

  const keys = {
    j: () => go(neighbour(stops(), true)),
    k: () => go(neighbour(stops(), false)),
    ArrowDown: () => go(neighbour(stops(), true)),
    ArrowUp: () => go(neighbour(stops(), false)),
    n: () => go(neighbour(marks(), true)),
    p: () => go(neighbour(marks(), false)),
    o: toggleFolds,
    t: toggleTheme,
    "?": toggleHelp,
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (help.open && event.key !== "?") return;
    if (event.key === "Enter") {
      if (follow()) event.preventDefault();
      return;
    }
    if (!Object.prototype.hasOwnProperty.call(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.getElementById("theme").addEventListener("click", toggleTheme);
  document.getElementById("keys").addEventListener("click", toggleHelp);
  document.getElementById("tools").hidden = false;
})();
