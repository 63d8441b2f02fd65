#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// Swift cannot call a function with variable arguments: one door for each kind of argument.
static inline CURLcode herald_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode herald_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode herald_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode herald_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode herald_curl_set_write(
    CURL *handle, size_t (*receive)(char *, size_t, size_t, void *), void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, receive);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

static inline CURLcode herald_curl_set_header(
    CURL *handle, size_t (*receive)(char *, size_t, size_t, void *), void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, receive);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_HEADERDATA, context) : code;
}

static inline CURLcode herald_curl_set_progress(
    CURL *handle, int (*watch)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t), void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, watch);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L) : code;
}

static inline CURLcode herald_curl_set_open_socket(
    CURL *handle, curl_socket_t (*open)(void *, curlsocktype, struct curl_sockaddr *), void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context) : code;
}

// The bytes are copied by libcurl.
static inline CURLcode herald_curl_set_post(CURL *handle, const void *bytes, long count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POST, 1L);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, count);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

// The option changed its name and its type in 7.85.
static inline CURLcode herald_curl_only(CURL *handle, int secure) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, secure ? "https" : "http");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(secure ? CURLPROTO_HTTPS : CURLPROTO_HTTP));
#endif
}

// Without time limits by signal libcurl leaves SIGPIPE alone as well, and some versions write to a TLS connection that the other side
// closed in a way that raises it: kept from this thread for as long as the transfer runs, and thrown away when it came.
static inline CURLcode herald_curl_perform(CURL *handle) {
    sigset_t broken, before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    int is_kept = pthread_sigmask(SIG_BLOCK, &broken, &before) == 0 && !sigismember(&before, SIGPIPE);
    CURLcode code = curl_easy_perform(handle);
    if (is_kept) {
        struct timespec now = {0, 0};
        while (sigtimedwait(&broken, NULL, &now) == SIGPIPE) {}
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    return code;
}

static inline CURLcode herald_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

// The address that libcurl is about to connect to: 4 or 16 bytes, 0 for another family.
static inline int herald_curl_address(const struct curl_sockaddr *address, unsigned char *bytes) {
    if (address->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

static inline curl_socket_t herald_curl_open(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
