/*
 * What the two halves of the preload library know of each other: faults.c decides what becomes of a call, power-cut.c
 * keeps what a disk may lose.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <sys/types.h>

/* Told before a write or a change of length happens, and after a sync succeeded. */
void cut_write(int fd, const void *bytes, size_t length, off_t offset);
void cut_truncate(int fd, off_t length);
void cut_synced(int fd);

/* Takes back some of what was not synced, as a disk without power would, and dies. */
void cut_now(unsigned seed);

/* The functions of the C library, beneath the ones that stand in for them. */
ssize_t real_pwrite(int fd, const void *bytes, size_t length, off_t offset);
int real_ftruncate(int fd, off_t length);

#endif
