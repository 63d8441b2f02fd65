#include <libpq-fe.h>
#include <pthread.h>
#include <signal.h>
#ifdef __linux__
// Waiting for sockets. Swift's module of the C library leaves these out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

// For the thread that sends a cancel request: libpq lets SIGPIPE through there, which would end the process.
static inline void herald_pg_quiet_thread(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

// Character constants, which Swift does not import.
static const int herald_pg_severity = 'V';
static const int herald_pg_sqlstate = 'C';
static const int herald_pg_message = 'M';
static const int herald_pg_table = 't';
static const int herald_pg_column = 'c';
static const int herald_pg_constraint = 'n';
static const int herald_pg_function = 'R';
