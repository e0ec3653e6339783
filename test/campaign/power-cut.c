/*
 * What a disk may lose: everything that was written since the file was last synced. Each write is kept with what it
 * replaced, until a sync succeeds; a power cut takes all of them back and does some again, whole or in part.
 */
#define _GNU_SOURCE
#include "faults.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { sector = 512 };

struct change {
  struct change *before;
  int fd;
  dev_t device;
  ino_t inode;
  /* The file's length before; what stood where this was written, and what was. */
  off_t length, offset;
  size_t old_size, new_size;
  char *old, *new;
};

static struct change *latest;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Only where a plan has a power cut in it, and only the store: everything else would have to be kept too. */
static int watched(int fd, struct stat *stat) {
  static int wanted = -1;
  if (wanted < 0) {
    const char *rules = getenv("FAULT_RULES");
    wanted = rules != NULL && strstr(rules, "cut:") != NULL;
  }
  if (!wanted || fstat(fd, stat) != 0 || !S_ISREG(stat->st_mode)) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  const char *name = strstr(path, "/.sigma/sigma.db");
  return name != NULL && strstr(name, "-shm") == NULL;
}

static void keep(int fd, const struct stat *stat, off_t offset, const void *bytes, size_t new_size, size_t old_size) {
  struct change *change = calloc(1, sizeof *change);
  change->fd = fd;
  change->device = stat->st_dev;
  change->inode = stat->st_ino;
  change->length = stat->st_size;
  change->offset = offset;
  change->new_size = new_size;
  change->new = malloc(new_size + 1);
  if (new_size > 0) memcpy(change->new, bytes, new_size);
  change->old = malloc(old_size + 1);
  ssize_t old = old_size == 0 ? 0 : pread(fd, change->old, old_size, offset);
  change->old_size = old < 0 ? 0 : (size_t)old;
  pthread_mutex_lock(&mutex);
  change->before = latest;
  latest = change;
  pthread_mutex_unlock(&mutex);
}

void cut_write(int fd, const void *bytes, size_t length, off_t offset) {
  struct stat stat;
  if (watched(fd, &stat)) keep(fd, &stat, offset, bytes, length, length);
}

void cut_truncate(int fd, off_t length) {
  struct stat stat;
  if (!watched(fd, &stat)) return;
  keep(fd, &stat, length, NULL, 0, stat.st_size > length ? (size_t)(stat.st_size - length) : 0);
}

void cut_synced(int fd) {
  struct stat stat;
  if (!watched(fd, &stat)) return;
  pthread_mutex_lock(&mutex);
  for (struct change **at = &latest; *at != NULL;) {
    struct change *change = *at;
    if (change->device == stat.st_dev && change->inode == stat.st_ino) {
      *at = change->before;
      free(change->old);
      free(change->new);
      free(change);
    } else at = &change->before;
  }
  pthread_mutex_unlock(&mutex);
}

/* The descriptor may have become another file's since. */
static int is_same(const struct change *change) {
  struct stat stat;
  return fstat(change->fd, &stat) == 0 && stat.st_dev == change->device && stat.st_ino == change->inode;
}

/* Oldest first: each is done again, left out, or done up to a sector's edge. */
static void redo(const struct change *change, unsigned *seed) {
  if (change == NULL) return;
  redo(change->before, seed);
  int chance = rand_r(seed) % 3;
  if (chance == 0 || !is_same(change)) return;
  if (change->new_size == 0) {
    real_ftruncate(change->fd, change->offset);
    return;
  }
  size_t size = change->new_size;
  if (chance == 1 && size > sector) size = (size_t)(rand_r(seed) % (size / sector + 1)) * sector;
  real_pwrite(change->fd, change->new, size, change->offset);
}

void cut_now(unsigned seed) {
  for (const struct change *change = latest; change != NULL; change = change->before) {
    if (!is_same(change)) continue;
    real_pwrite(change->fd, change->old, change->old_size, change->offset);
    real_ftruncate(change->fd, change->length);
  }
  redo(latest, &seed);
  kill(getpid(), SIGKILL);
  for (;;) pause();
}
