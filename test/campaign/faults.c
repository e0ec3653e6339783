/*
 * A preload library that kills, stops or fails a program at the n-th system call of a kind on a file.
 *
 * FAULT_RULES   lines `calls|path|from|to|action`: calls separated by commas, path a glob in which `*` takes slashes
 *               too, from and to counted from 1 over all processes that share the state (to 0: for ever).
 *               Actions: kill, kill-after, kill-parent, tear (half of the write, then kill), stop, short (half of the
 *               write), cut:SEED (power cut), quota:BYTES (ENOSPC beyond), count, or the number of an error.
 * FAULT_STATE   a file of 64-bit numbers: 0 whether faults are off, then matched and fired of each rule in turn.
 * FAULT_TRACE   a file to which each matched call is appended as `pid call path`.
 */
#define _GNU_SOURCE
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { most_rules = 16, most_text = 4096 };

struct rule {
  char *calls, *path, *action;
  int64_t from, to;
};

static struct rule rules[most_rules];
static int rule_count;
static volatile int64_t *state;
static int trace = -1;
static __thread int busy;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

ssize_t real_pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return REAL(pwrite64)(fd, bytes, length, offset);
}

int real_ftruncate(int fd, off_t length) { return REAL(ftruncate64)(fd, length); }

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("FAULT_RULES"), *shared = getenv("FAULT_STATE"), *traced = getenv("FAULT_TRACE");
  if (text == NULL || shared == NULL) return;
  int fd = REAL(open64)(shared, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  state = mmap(NULL, most_text, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (traced != NULL) trace = REAL(open64)(traced, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  char *rest = strdup(text), *line;
  while (rule_count < most_rules && (line = strsep(&rest, "\n")) != NULL) {
    struct rule *rule = &rules[rule_count];
    rule->calls = strsep(&line, "|");
    rule->path = strsep(&line, "|");
    char *from = strsep(&line, "|"), *to = strsep(&line, "|");
    rule->action = strsep(&line, "|");
    if (rule->action == NULL) continue;
    rule->from = atoll(from);
    rule->to = atoll(to);
    rule_count += 1;
  }
}

static int names(const char *calls, const char *call) {
  size_t length = strlen(call);
  for (const char *at = calls; (at = strstr(at, call)) != NULL; at += length)
    if ((at == calls || at[-1] == ',') && (at[length] == ',' || at[length] == '\0')) return 1;
  return 0;
}

static int is_watched(const char *call) {
  for (int at = 0; state != NULL && !busy && at < rule_count; at += 1)
    if (names(rules[at].calls, call)) return 1;
  return 0;
}

/* What becomes of this call; NULL: nothing out of the ordinary. */
static const char *fate(const char *call, const char *path, size_t length) {
  if (state == NULL || busy) return NULL;
  const char *action = NULL;
  for (int at = 0; at < rule_count; at += 1) {
    struct rule *rule = &rules[at];
    if (!names(rule->calls, call) || fnmatch(rule->path, path, 0) != 0) continue;
    if (trace >= 0) {
      char line[most_text];
      int size = snprintf(line, sizeof line, "%d %s %s\n", getpid(), call, path);
      busy = 1;
      if (REAL(write)(trace, line, size) < 0) abort();
      busy = 0;
    }
    int quota = strncmp(rule->action, "quota:", 6) == 0;
    int64_t nth = __atomic_add_fetch(&state[1 + 2 * at], quota ? (int64_t)length : 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&state[0], __ATOMIC_SEQ_CST) != 0 || action != NULL) continue;
    int fires = quota ? nth > atoll(rule->action + 6) : nth >= rule->from && (rule->to == 0 || nth <= rule->to);
    if (!fires) continue;
    __atomic_add_fetch(&state[2 + 2 * at], 1, __ATOMIC_SEQ_CST);
    action = quota ? "28" : rule->action;
  }
  return action;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Carries out what a fate says before the call. Not 0: the call fails with errno set. */
static int before(const char *action) {
  if (action == NULL) return 0;
  if (strcmp(action, "kill") == 0) die();
  if (strncmp(action, "cut:", 4) == 0) cut_now((unsigned)atoi(action + 4));
  if (strcmp(action, "kill-parent") == 0) kill(getppid(), SIGKILL);
  if (strcmp(action, "stop") == 0) kill(getpid(), SIGSTOP);
  int number = atoi(action);
  if (number == 0) return 0;
  errno = number;
  return -1;
}

static void after(const char *action) {
  if (action != NULL && strcmp(action, "kill-after") == 0) die();
}

static const char *name_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, most_text - 1);
  path[length < 0 ? 0 : length] = '\0';
  return path;
}

static const char *fate_of_fd(const char *call, int fd, size_t length) {
  char path[most_text];
  return is_watched(call) ? fate(call, name_of(fd, path), length) : NULL;
}

static int is(const char *action, const char *name) { return action != NULL && strcmp(action, name) == 0; }

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) {
  const char *action = fate_of_fd("pwrite", fd, length);
  if (before(action) != 0) return -1;
  if (is(action, "short") || is(action, "tear")) length = length / 2 > 0 ? length / 2 : length;
  cut_write(fd, bytes, length, offset);
  ssize_t done = real_pwrite(fd, bytes, length, offset);
  if (is(action, "tear")) die();
  after(action);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

ssize_t write(int fd, const void *bytes, size_t length) {
  const char *action = fate_of_fd("write", fd, length);
  if (before(action) != 0) return -1;
  if (is(action, "short") || is(action, "tear")) length = length / 2 > 0 ? length / 2 : length;
  ssize_t done = REAL(write)(fd, bytes, length);
  if (is(action, "tear")) die();
  after(action);
  return done;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  size_t length = 0;
  for (int at = 0; at < count; at += 1) length += parts[at].iov_len;
  const char *action = fate_of_fd("write", fd, length);
  if (before(action) != 0) return -1;
  ssize_t done = REAL(writev)(fd, parts, is(action, "short") ? 1 : count);
  after(action);
  return done;
}

ssize_t pread64(int fd, void *bytes, size_t length, off_t offset) {
  const char *action = fate_of_fd("pread", fd, length);
  if (before(action) != 0) return -1;
  return REAL(pread64)(fd, bytes, is(action, "short") && length > 1 ? length / 2 : length, offset);
}

ssize_t pread(int fd, void *bytes, size_t length, off_t offset) { return pread64(fd, bytes, length, offset); }

ssize_t read(int fd, void *bytes, size_t length) {
  const char *action = fate_of_fd("read", fd, length);
  if (before(action) != 0) return -1;
  return REAL(read)(fd, bytes, is(action, "short") && length > 1 ? length / 2 : length);
}

#define ON_FD(function, call, declaration, arguments, told)   \
  int function declaration {                                  \
    const char *action = fate_of_fd(call, fd, 0);             \
    if (before(action) != 0) return -1;                       \
    int done = REAL(function) arguments;                      \
    if (done == 0) told;                                      \
    after(action);                                            \
    return done;                                              \
  }

ON_FD(fsync, "fsync", (int fd), (fd), cut_synced(fd))
ON_FD(fdatasync, "fsync", (int fd), (fd), cut_synced(fd))

int ftruncate64(int fd, off_t length) {
  const char *action = fate_of_fd("ftruncate", fd, 0);
  if (before(action) != 0) return -1;
  cut_truncate(fd, length);
  int done = real_ftruncate(fd, length);
  after(action);
  return done;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

#define ON_PATH(function, declaration, arguments)      \
  int function declaration {                           \
    const char *action = fate(#function, path, 0);     \
    if (before(action) != 0) return -1;                \
    int done = REAL(function) arguments;               \
    after(action);                                     \
    return done;                                       \
  }

ON_PATH(rename, (const char *from, const char *path), (from, path))
ON_PATH(link, (const char *from, const char *path), (from, path))
ON_PATH(symlink, (const char *to, const char *path), (to, path))
ON_PATH(unlink, (const char *path), (path))
ON_PATH(rmdir, (const char *path), (path))
ON_PATH(mkdir, (const char *path, mode_t mode), (path, mode))

/* Only opening in order to write is counted: `open`. */
int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  const char *action = (flags & O_ACCMODE) == O_RDONLY ? NULL : fate("open", path, 0);
  if (before(action) != 0) return -1;
  int done = REAL(open64)(path, flags, mode);
  after(action);
  return done;
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return open64(path, flags, mode);
}

int socketpair(int domain, int type, int protocol, int pair[2]) {
  if (before(fate("socketpair", "", 0)) != 0) return -1;
  return REAL(socketpair)(domain, type, protocol, pair);
}

int pipe2(int pair[2], int flags) {
  if (before(fate("pipe", "", 0)) != 0) return -1;
  return REAL(pipe2)(pair, flags);
}

pid_t fork(void) {
  const char *action = fate("fork", "", 0);
  if (before(action) != 0) return -1;
  pid_t child = REAL(fork)();
  if (child != 0) after(action);
  return child;
}
