/* One call of the kernel, by name, for the probes: prints `done` when it was let through. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static long call(const char *name, const char *given) {
  int pid = given ? atoi(given) : 0;
  char buffer[4096] = {0};
  struct iovec here = {buffer, 16}, there = {(void *)0x400000, 16};
  struct timeval time = {0};
  if (!strcmp(name, "ptrace")) { long r = ptrace(PTRACE_SEIZE, pid, 0, 0); if (!r) ptrace(PTRACE_DETACH, pid, 0, 0); return r; }
  if (!strcmp(name, "process_vm_readv")) return syscall(SYS_process_vm_readv, pid, &here, 1L, &there, 1L, 0L) == -1 && errno != EFAULT ? -1 : 0;
  if (!strcmp(name, "process_vm_writev")) return syscall(SYS_process_vm_writev, pid, &here, 1L, &there, 1L, 0L) == -1 && errno != EFAULT ? -1 : 0;
  if (!strcmp(name, "pidfd_open")) return syscall(SYS_pidfd_open, pid, 0);
  if (!strcmp(name, "kcmp")) return syscall(SYS_kcmp, pid, pid, 0, 0, 0);
  if (!strcmp(name, "setpriority")) return setpriority(PRIO_PROCESS, pid, 1);
  if (!strcmp(name, "sched_setaffinity")) { cpu_set_t set; CPU_ZERO(&set); for (int i = 0; i < CPU_SETSIZE; i++) CPU_SET(i, &set); return sched_setaffinity(pid, sizeof set, &set); }
  if (!strcmp(name, "prlimit")) { struct rlimit limit; return prlimit(pid, RLIMIT_NOFILE, 0, &limit); }
  if (!strcmp(name, "get_session_keyring")) return syscall(SYS_keyctl, 0, -3, 0);
  if (!strcmp(name, "get_user_keyring")) return syscall(SYS_keyctl, 0, -4, 1);
  if (!strcmp(name, "add_key")) return syscall(SYS_add_key, "user", "sigma-probe", "x", 1, -4);
  if (!strcmp(name, "request_key")) return syscall(SYS_request_key, "user", "sigma-probe", 0, -4);
  if (!strcmp(name, "mount_tmpfs")) return mount("none", ".", "tmpfs", 0, 0);
  if (!strcmp(name, "mount_proc")) return mount("proc", ".", "proc", 0, 0);
  if (!strcmp(name, "remount")) return mount("none", "/", 0, MS_REMOUNT | MS_BIND, 0);
  if (!strcmp(name, "remount_proc")) return mount("none", "/proc", 0, MS_REMOUNT | MS_BIND, 0);
  if (!strcmp(name, "umount")) return umount2(given, MNT_DETACH);
  if (!strcmp(name, "pivot_root")) return syscall(SYS_pivot_root, ".", ".");
  if (!strcmp(name, "chroot")) return chroot(".");
  if (!strcmp(name, "fsopen")) return syscall(SYS_fsopen, "tmpfs", 0);
  if (!strcmp(name, "open_tree")) return syscall(SYS_open_tree, AT_FDCWD, ".", 1);
  if (!strcmp(name, "move_mount")) return syscall(SYS_move_mount, AT_FDCWD, ".", AT_FDCWD, "/tmp", 0);
  if (!strcmp(name, "mount_setattr")) return syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, buffer, 32);
  if (!strcmp(name, "unshare_user")) return unshare(CLONE_NEWUSER);
  if (!strcmp(name, "unshare_mount")) return unshare(CLONE_NEWNS);
  if (!strcmp(name, "unshare_net")) return unshare(CLONE_NEWNET);
  if (!strcmp(name, "unshare_pid")) return unshare(CLONE_NEWPID);
  if (!strcmp(name, "clone_user")) { long r = syscall(SYS_clone, CLONE_NEWUSER | 17, 0, 0, 0, 0); if (r == 0) _exit(0); return r; }
  if (!strcmp(name, "setns")) return setns(open(given, O_RDONLY), 0);
  if (!strcmp(name, "setuid")) return setuid(pid);
  if (!strcmp(name, "sethostname")) return sethostname("x", 1);
  if (!strcmp(name, "settimeofday")) { gettimeofday(&time, 0); return settimeofday(&time, 0); }
  if (!strcmp(name, "reboot")) return syscall(SYS_reboot, 0xfee1dead, 672274793, 0 /* CAD off: harmless */, 0);
  if (!strcmp(name, "swapoff")) return syscall(SYS_swapoff, "/none-such") == -1 && errno == ENOENT ? 0 : -1;
  if (!strcmp(name, "syslog")) return syscall(SYS_syslog, 3, buffer, sizeof buffer);
  if (!strcmp(name, "acct")) return syscall(SYS_acct, 0);
  if (!strcmp(name, "quotactl")) return syscall(SYS_quotactl, 0x800001 << 8, 0, 0, buffer);
  if (!strcmp(name, "init_module")) return syscall(SYS_init_module, buffer, 0, "") == -1 && errno == ENOEXEC ? 0 : -1;
  if (!strcmp(name, "delete_module")) return syscall(SYS_delete_module, "none-such", 0) == -1 && errno == ENOENT ? 0 : -1;
  if (!strcmp(name, "kexec_load")) return syscall(SYS_kexec_load, 0, 0, 0, 0);
  if (!strcmp(name, "bpf")) return syscall(SYS_bpf, 0, buffer, 64) == -1 && errno == EINVAL ? 0 : -1;
  if (!strcmp(name, "perf_event_open")) { int a[32] = {1, 128}; return syscall(SYS_perf_event_open, a, 0, -1, -1, 0); }
  if (!strcmp(name, "userfaultfd")) return syscall(SYS_userfaultfd, 1);
  if (!strcmp(name, "io_uring")) return syscall(SYS_io_uring_setup, 1, buffer);
  if (!strcmp(name, "fanotify")) return syscall(SYS_fanotify_init, 0, 0);
  if (!strcmp(name, "open_by_handle")) { int h[8] = {8, 1, 2, 0}; return syscall(SYS_open_by_handle_at, AT_FDCWD, h, 0) == -1 && errno == ESTALE ? 0 : -1; }
  if (!strcmp(name, "mknod")) return mknod("device", S_IFBLK | 0600, makedev(254, 0));
  if (!strcmp(name, "vsock")) return socket(40, SOCK_STREAM, 0);
  if (!strcmp(name, "packet")) return socket(AF_PACKET, SOCK_RAW, 0);
  if (!strcmp(name, "raw")) return socket(AF_INET, SOCK_RAW, 1);
  if (!strcmp(name, "alg")) return socket(38, SOCK_SEQPACKET, 0);
  if (!strcmp(name, "bluetooth")) return socket(31, SOCK_RAW, 1);
  if (!strcmp(name, "typing")) return ioctl(open("/dev/tty", O_RDWR), 0x5412, "x");
  if (!strcmp(name, "typing_self")) return ioctl(0, 0x5412, "x");
  if (!strcmp(name, "shared_memory")) { int id = shmget(atoi(given), 0, 0); return id; }
  if (!strcmp(name, "message_queue")) return msgget(atoi(given), 0);
  if (!strcmp(name, "semaphores")) return semget(atoi(given), 0, 0);
  /* To plant what is looked for. */
  if (!strcmp(name, "make_shared")) return shmget(atoi(given), 64, IPC_CREAT | 0600) | msgget(atoi(given), IPC_CREAT | 0600) | semget(atoi(given), 1, IPC_CREAT | 0600);
  if (!strcmp(name, "remove_shared")) return shmctl(shmget(atoi(given), 0, 0), IPC_RMID, 0) | msgctl(msgget(atoi(given), 0), IPC_RMID, 0) | semctl(semget(atoi(given), 0, 0), 0, IPC_RMID);
  errno = ENOSYS;
  return -1;
}

int main(int count, char **words) {
  if (count < 2 || call(words[1], words[2]) < 0) { perror("refused"); return 1; }
  puts("done");
  return 0;
}
