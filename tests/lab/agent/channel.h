// SPDX-License-Identifier: MIT
// The way to the host: files of QEMU's working folder, by Arm semihosting calls from user space. A thousand bytes take
// some 20 us, on the emulated serial port 4 to 20 ms.
#pragma once

// The whole file as text; NULL if there is none.
char* read_host_file(const char* name);
void open_report(const char* name);

// Text for the report; goes out with `flush_report`, or when much has come together.
void say(const char* format, ...) __attribute__((format(printf, 1, 2)));
void flush_report(void);

// Says why, and ends the machine.
void give_up(const char* format, ...) __attribute__((format(printf, 1, 2), noreturn));
void power_off(void) __attribute__((noreturn));
