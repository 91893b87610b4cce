// SPDX-License-Identifier: MIT
#include "checker/premerge/mail.h"

#include "checker/error.h"
#include "checker/input_file.h"

#include <gmime/gmime.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <set>

namespace entryproof::checker::premerge {

namespace {

// A series with more is none that a person reads.
constexpr std::size_t most_mails = 5000;
constexpr unsigned deepest_part = 16;
constexpr std::size_t longest_header = 1u << 20;

struct Unref {
    void operator()(void* object) const { g_object_unref(object); }
};
template <typename Type>
using Owned = std::unique_ptr<Type, Unref>;

void start_library() {
    static const bool once = [] {
        g_mime_init();
        return true;
    }();
    (void)once;
}

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

// Valid UTF-8, each other byte a question mark.
std::string as_utf8(std::string text) {
    const gchar* wrong = nullptr;
    std::size_t begin = 0;
    while (!g_utf8_validate(text.data() + begin, static_cast<gssize>(text.size() - begin), &wrong)) {
        begin = static_cast<std::size_t>(wrong - text.data());
        text[begin++] = '?';
    }
    return text;
}

// Folded lines become one, and control characters blanks.
std::string one_line(std::string text) {
    std::string line;
    for (const char c : as_utf8(std::move(text))) {
        const bool is_blank = static_cast<unsigned char>(c) <= ' ' || c == '\177';
        if (!is_blank)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

// git's rule for a line that begins a mail in an mbox (mailsplit.c:is_from_line): "From ", and at the end a time and a
// year. A commit message may well have a line that starts with "From ".
bool begins_mail(const std::string& text, std::size_t at, std::size_t end) {
    if (text.compare(at, 5, "From ") != 0) return false;
    const std::size_t colon = text.rfind(':', end - 1);
    if (colon == std::string::npos || colon < at + 8 || colon + 2 >= end) return false;
    const auto digit = [&](std::size_t where) { return std::isdigit(static_cast<unsigned char>(text[where])) != 0; };
    if (!digit(colon - 4) || !digit(colon - 2) || !digit(colon - 1) || !digit(colon + 1) || !digit(colon + 2))
        return false;
    const std::size_t year = text.find_first_not_of(" \t", std::min(colon + 3, end));
    return year < end && digit(year);
}

struct Piece {
    std::size_t begin, end;
};

std::vector<Piece> split(const std::string& text) {
    std::vector<Piece> pieces;
    std::size_t start = text.find_first_not_of("\r\n");
    if (start == std::string::npos) return pieces;
    const auto line_end = [&](std::size_t at) { return std::min(text.find('\n', at), text.size()); };
    if (!begins_mail(text, start, line_end(start))) return {{start, text.size()}};
    for (std::size_t at = start; at < text.size(); at = line_end(at) + 1) {
        if (!begins_mail(text, at, line_end(at))) continue;
        if (!pieces.empty()) pieces.back().end = at;
        pieces.push_back({std::min(line_end(at) + 1, text.size()), text.size()});
    }
    return pieces;
}

// ">From " stands for "From " in an mbox, and ">>From " for ">From ".
std::string unquoted_from(const std::string& text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        std::size_t quote = at;
        while (quote < end && text[quote] == '>') ++quote;
        const bool is_quoted = quote > at && text.compare(quote, 5, "From ") == 0;
        result.append(text, at + (is_quoted ? 1 : 0), end - at - (is_quoted ? 1 : 0));
        at = end;
    }
    return result;
}

std::string decoded(GMimePart* part) {
    GMimeDataWrapper* content = g_mime_part_get_content(part);
    if (content == nullptr) return "";
    const Owned<GMimeStream> stream(g_mime_stream_mem_new());
    if (g_mime_data_wrapper_write_to_stream(content, stream.get()) < 0) return "";
    const GByteArray* bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream.get()));
    return std::string(reinterpret_cast<const char*>(bytes->data), bytes->len);
}

// All lines end in CRLF, or the carriage returns are the text's own.
std::string without_carriage_returns(const std::string& text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\n' && (at == 0 || text[at - 1] != '\r')) return text;
        if (text[at] != '\r' || at + 1 >= text.size() || text[at + 1] != '\n') result += text[at];
    }
    return result;
}

// RFC 3676: a line that ends with a blank goes on in the next (not the signature's), one that starts with a blank has
// one too many.
std::string unflowed(const std::string& text, bool deletes_space) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        if (!line.empty() && line.front() == ' ') line.erase(0, 1);
        const bool goes_on = !line.empty() && line.back() == ' ' && line != "-- ";
        if (goes_on && deletes_space) line.pop_back();
        result += line;
        if (!goes_on && end < text.size()) result += '\n';
        at = end + 1;
    }
    return result;
}

// Walks the parts of one message.
class PartReader {
public:
    explicit PartReader(Mail& mail) : mail_(mail) {}

    void read(GMimeObject* object, unsigned depth) {
        if (depth > deepest_part) {
            mail_.flaw = "its parts are nested deeper than " + std::to_string(deepest_part);
            return;
        }
        if (GMIME_IS_MULTIPART(object)) return read_multipart(GMIME_MULTIPART(object), depth);
        if (GMIME_IS_MESSAGE_PART(object)) return leave_out(object, "a message of its own");
        if (!GMIME_IS_PART(object)) return leave_out(object, "not understood");
        GMimeContentType* type = g_mime_object_get_content_type(object);
        const bool is_text = g_mime_content_type_is_type(type, "text", "plain") ||
                             g_mime_content_type_is_type(type, "text", "x-patch") ||
                             g_mime_content_type_is_type(type, "text", "x-diff");
        if (!is_text) return leave_out(object, "neither plain text nor a patch");
        add(GMIME_PART(object), type);
    }

private:
    // Of alternatives the plain one is read, if there is one.
    void read_multipart(GMimeMultipart* multipart, unsigned depth) {
        const int count = g_mime_multipart_get_count(multipart);
        for (int at = 0; at < count && mail_.flaw.empty(); ++at)
            read(g_mime_multipart_get_part(multipart, at), depth + 1);
    }

    void leave_out(GMimeObject* object, const std::string& why) {
        GMimeContentType* type = g_mime_object_get_content_type(object);
        char* name = type == nullptr ? nullptr : g_mime_content_type_get_mime_type(type);
        mail_.left_out.push_back(one_line(text_of(name)).substr(0, 80) + ": " + why);
        g_free(name);
    }

    void add(GMimePart* part, GMimeContentType* type) {
        std::string text = without_carriage_returns(decoded(part));
        const char* format = g_mime_content_type_get_parameter(type, "format");
        const char* delsp = g_mime_content_type_get_parameter(type, "delsp");
        if (format != nullptr && g_ascii_strcasecmp(format, "flowed") == 0)
            text = unflowed(text, delsp != nullptr && g_ascii_strcasecmp(delsp, "yes") == 0);
        if (!text.empty() && text.back() != '\n') text += '\n';
        mail_.text += text;
    }

    Mail& mail_;
};

std::vector<std::string> ids_of(GMimeMessage* message, const char* header) {
    std::vector<std::string> ids;
    const char* raw = g_mime_object_get_header(GMIME_OBJECT(message), header);
    if (raw == nullptr) return ids;
    GMimeReferences* references = g_mime_references_parse(nullptr, raw);
    const int count = g_mime_references_length(references);
    for (int at = 0; at < count; ++at)
        ids.push_back(one_line(text_of(g_mime_references_get_message_id(references, at))));
    g_mime_references_free(references);
    return ids;
}

// The headers end at the first empty line.
bool has_sane_headers(const std::string& text) {
    std::size_t end = std::min(text.find("\n\n"), text.find("\n\r\n"));
    return std::min(end, text.size()) <= longest_header;
}

Mail read_mail(const std::string& text, const std::string& file, unsigned number) {
    Mail mail;
    mail.file = file;
    mail.number = number;
    if (!has_sane_headers(text)) {
        mail.flaw = "its headers are longer than 1 MB";
        return mail;
    }
    const Owned<GMimeStream> stream(g_mime_stream_mem_new_with_buffer(text.data(), text.size()));
    const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
    const Owned<GMimeMessage> message(g_mime_parser_construct_message(parser.get(), nullptr));
    if (!message) {
        mail.flaw = "it is no mail";
        return mail;
    }
    mail.message_id = one_line(text_of(g_mime_message_get_message_id(message.get())));
    mail.references = ids_of(message.get(), "References");
    for (const std::string& id : ids_of(message.get(), "In-Reply-To")) mail.references.push_back(id);
    const char* from = g_mime_object_get_header(GMIME_OBJECT(message.get()), "From");
    if (from != nullptr) {
        char* decoded_from = g_mime_utils_header_decode_text(nullptr, from);
        mail.from = one_line(text_of(decoded_from));
        g_free(decoded_from);
    }
    mail.subject = one_line(text_of(g_mime_message_get_subject(message.get())));
    if (GDateTime* date = g_mime_message_get_date(message.get())) mail.date = g_date_time_to_unix(date);
    if (GMimeObject* root = g_mime_message_get_mime_part(message.get())) PartReader(mail).read(root, 0);
    return mail;
}

}  // namespace

std::vector<Mail> read_mails(const std::string& text, const std::string& file) {
    start_library();
    const std::vector<Piece> pieces = split(text);
    if (pieces.empty()) throw InputError(file, 0, 0, "holds no mail");
    if (pieces.size() > most_mails)
        throw InputError(file, 0, 0, "holds more than " + std::to_string(most_mails) + " mails", "give one thread");
    std::vector<Mail> mails;
    const bool is_mbox = pieces.front().begin > 0 && text.compare(text.find_first_not_of("\r\n"), 5, "From ") == 0;
    for (const Piece& piece : pieces) {
        const std::string one = text.substr(piece.begin, piece.end - piece.begin);
        mails.push_back(read_mail(is_mbox ? unquoted_from(one) : one, file, static_cast<unsigned>(mails.size() + 1)));
    }
    return mails;
}

std::vector<Mail> read_maildir(const std::string& folder) {
    start_library();
    std::set<std::string> names;
    std::error_code error;
    if (!std::filesystem::is_directory(folder + "/cur", error) &&
        !std::filesystem::is_directory(folder + "/new", error))
        throw InputError(folder, 0, 0, "no maildir: it has neither cur nor new");
    for (const std::string part : {"cur", "new"}) {
        for (std::filesystem::directory_iterator entry(folder + "/" + part, error), end; !error && entry != end;
             entry.increment(error))
            if (entry->path().filename().string().front() != '.')
                names.insert(part + "/" + entry->path().filename().string());
    }
    if (names.size() > most_mails)
        throw InputError(folder, 0, 0, "holds more than " + std::to_string(most_mails) + " mails", "give one thread");
    std::vector<Mail> mails;
    for (const std::string& name : names) {
        const std::string file = folder + "/" + name;
        const std::string text = read_input_file(file);
        mails.push_back(read_mail(text, file, 1));
    }
    if (mails.empty()) throw InputError(folder, 0, 0, "holds no mail");
    return mails;
}

}  // namespace entryproof::checker::premerge
