/** Probes: what a program in a sandbox may try to reach (paths, calls, sockets, processes). The ground is planted by `ground.ts`. */
import { join } from 'node:path'

export interface Probe {
  readonly id: string
  readonly way: string
  /** Outside of a sandbox it succeeds on the planted ground, so that its failing inside says something. */
  readonly planted: boolean
  readonly [given: string]: unknown
}

export interface Ground {
  readonly canary: string
  readonly home: string
  /** The user's repository, with Sigma's store in it. */
  readonly repository: string
  readonly cache: string
  readonly workspace: string
  /** Names in the workspace that no agent may make, and files there that none may change. */
  readonly absent: readonly string[]
  readonly present: readonly string[]
  readonly sockets: Readonly<Record<string, string>>
  readonly abstract: readonly string[]
  readonly ports: { readonly tcp: number; readonly tcp6: number; readonly udp: number; readonly udp6: number }
  /** A process of the user. */
  readonly pid: number
  /** Keys of shared memory, a message queue and semaphores. */
  readonly ipc: number
}

export const secrets: readonly string[] = [
  ...['.ssh/id_rsa', '.ssh/id_ed25519', '.ssh/config', '.ssh/known_hosts', '.ssh/authorized_keys'],
  ...['.aws/credentials', '.aws/config', '.config/gcloud/credentials.db', '.azure/accessTokens.json'],
  ...['.kube/config', '.docker/config.json', '.npmrc', '.yarnrc.yml', '.pypirc', '.netrc', '.git-credentials'],
  ...['.gitconfig', '.config/gh/hosts.yml', '.config/git/credentials', '.gnupg/private-keys-v1.d/key.key'],
  ...['.gnupg/trustdb.gpg', '.cargo/credentials.toml', '.gem/credentials', '.m2/settings.xml', '.terraformrc'],
  ...['.vault-token', '.password-store/mail.gpg', '.local/share/keyrings/login.keyring', '.pgpass', '.my.cnf'],
  ...['.bash_history', '.zsh_history', '.node_repl_history', '.psql_history', '.python_history'],
  ...['.mozilla/firefox/x.default/logins.json', '.config/google-chrome/Default/Login Data', '.Xauthority'],
  ...['.claude/.credentials.json', '.codex/auth.json', '.config/op/config', 'Documents/taxes.txt', '.env'],
]

export const startFiles: readonly string[] = [
  ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.profile', '.zshrc', '.zshenv', '.zprofile'],
  ...['.zlogin', '.config/fish/config.fish', '.inputrc', '.xprofile', '.xinitrc', '.xsessionrc', '.pam_environment'],
  ...['.config/systemd/user/evil.service', '.config/autostart/evil.desktop', '.local/share/applications/evil.desktop'],
  ...['.config/environment.d/evil.conf', '.vimrc', '.config/nvim/init.lua', '.tmux.conf', '.gitconfig', '.ssh/rc'],
  ...['.ssh/authorized_keys', '.ssh/config', '.npmrc', '.claude/settings.json', '.claude/CLAUDE.md', '.mcp.json'],
  ...['.local/bin/git', 'bin/node', '.pythonrc', '.config/pip/pip.conf', '.gdbinit', '.screenrc'],
]

export const repositoryFiles: readonly string[] = [
  '.git/hooks/pre-commit',
  '.git/config',
  '.git/HEAD',
  '.git/refs/heads/main',
  'src/index.js',
]
export const storeFiles: readonly string[] = [
  ...['.sigma/sigma.db', '.sigma/sigma.db-wal', '.sigma/sigma.db-shm', '.sigma/git/HEAD', '.sigma/git/config'],
  ...['.sigma/blobs/ab/cdef', '.sigma/workspaces/r/C1.json', '.sigma/accepted/r/design.md', '.sigma/lock'],
  ...['.sigma/confined/r.json', '.sigma/dependencies/x.json'],
]
export const cacheFiles: readonly string[] = [
  ...['r/C2/src/other.js', 'checks/1-a/tree/src/index.js', 'other/C1/src/index.js', 'rehearsals/x/home/y'],
]

const systemSecrets: readonly string[] = [
  ...['/etc/shadow', '/etc/gshadow', '/etc/sudoers', '/etc/ssh/ssh_host_rsa_key', '/etc/machine-id', '/etc/crontab'],
  ...['/root/.bashrc', '/root/.profile', '/var/lib/dpkg/status', '/var/lib/systemd/random-seed', '/run/utmp'],
  ...['/var/log/lastlog', '/var/log/dpkg.log', '/boot/grub/grub.cfg', '/sys/kernel/uevent_seqnum', '/dev/kmsg'],
  ...['/proc/kcore', '/proc/kmsg', '/proc/1/environ/../../2/environ', '/dev/mem', '/dev/vda', '/dev/sda', '/dev/fuse'],
]

const systemPlaces: readonly string[] = [
  ...['/etc/cron.d/x', '/etc/profile.d/x.sh', '/etc/ld.so.preload', '/etc/passwd', '/etc/hosts', '/etc/sudoers.d/x'],
  ...['/etc/systemd/system/x.service', '/usr/local/bin/x', '/usr/bin/x', '/usr/lib/x', '/opt/x', '/var/spool/cron/x'],
  ...['/var/spool/cron/crontabs/root', '/root/x', '/home/x', '/boot/x', '/run/x', '/srv/x', '/x', '/bin/x', '/dev/x'],
  ...['/sys/kernel/x', '/sys/power/state', '/sys/fs/cgroup/x', '/sys/kernel/mm/ksm/run', '/var/tmp/../lib/x'],
]

const controls: readonly string[] = [
  ...['core_pattern', 'core_uses_pid', 'hostname', 'modprobe', 'panic', 'sysrq', 'randomize_va_space', 'printk'],
  ...['yama/ptrace_scope', 'unprivileged_bpf_disabled', 'kptr_restrict', 'pid_max'],
].map((name) => `/proc/sys/kernel/${name}`)
const otherControls = [
  '/proc/sys/vm/drop_caches',
  '/proc/sys/fs/file-max',
  '/proc/sysrq-trigger',
  '/proc/irq/0/smp_affinity',
]

const ofProcess = ['environ', 'mem', 'cmdline', 'maps', 'status', 'stack', 'root/etc/hostname', 'cwd', 'exe', 'fd/0']
const callsOnProcess = ['ptrace', 'process_vm_readv', 'process_vm_writev', 'pidfd_open', 'kcmp', 'prlimit']
const calls: readonly string[] = [
  ...['get_session_keyring', 'get_user_keyring', 'add_key', 'request_key', 'mount_tmpfs', 'mount_proc', 'remount'],
  ...['remount_proc', 'pivot_root', 'chroot', 'fsopen', 'open_tree', 'move_mount', 'mount_setattr', 'unshare_user'],
  ...['unshare_mount', 'unshare_net', 'unshare_pid', 'clone_user', 'sethostname', 'settimeofday', 'reboot', 'swapoff'],
  ...['syslog', 'acct', 'quotactl', 'init_module', 'delete_module', 'kexec_load', 'bpf', 'perf_event_open'],
  ...['userfaultfd', 'io_uring', 'fanotify', 'open_by_handle', 'mknod', 'vsock', 'packet', 'raw', 'alg', 'bluetooth'],
  ...['typing', 'typing_self'],
]
const commands = [
  ...['sudo -n true', 'su -c true nobody', 'crontab -l', 'at -l', 'systemctl --user status'],
  ...['systemd-run --user true', 'docker ps', 'ssh-add -l', 'pkexec true', 'mount -t tmpfs none /mnt'],
  ...['unshare -Ur true', 'nsenter -t 1 -m true', 'bwrap --bind / / true', 'chroot / true', 'dmesg'],
].map((command) => command.split(' '))

export const below = (folder: string, names: readonly string[]): readonly string[] =>
  names.map((name) => join(folder, name))

/** Every probe on this ground; `protectsNames`: as for an agent, of whose workspace some names are held. */
export function probesOf(ground: Ground, protectsNames: boolean): readonly Probe[] {
  const { home, repository, cache, workspace, pid, ports, ipc } = ground
  const of = (way: string, planted: boolean, given: object): Probe => ({
    ...given,
    id: `${way} ${Object.values(given).join(' ')}`,
    way,
    planted,
  })
  const at = (way: string, planted: boolean, paths: readonly string[]): readonly Probe[] =>
    paths.map((path) => of(way, planted, { path }))
  const outside = [...below(repository, [...repositoryFiles, ...storeFiles]), ...below(cache, cacheFiles)]
  const [first, index] = [join(home, secrets[0] ?? ''), join(repository, 'src/index.js')]
  const held = protectsNames ? below(workspace, ground.present) : []
  const starting = ['.git/hooks/pre-commit', '.claude/settings.json', '.vscode/tasks.json']
  const lists = [home, repository, cache, `${home}/.ssh`, '/root', '/run', '/sys', '/var/run']
  const hosts = ['1.1.1.1', '8.8.8.8', '169.254.169.254', '10.0.0.1', '192.168.0.1', '2606:4700:4700::1111']
  const shared = ['shared_memory', 'message_queue', 'semaphores']
  const all = [
    ...at('read', true, [...below(home, secrets), ...outside]),
    ...at('read', false, systemSecrets),
    ...at('list', false, lists),
    ...at('create', true, below(home, startFiles)),
    ...at('append', true, outside),
    ...at('overwrite', true, below(repository, storeFiles.slice(0, 5))),
    ...at('create', false, systemPlaces),
    ...at('overwrite', false, [...controls, ...otherControls]),
    ...['replace', 'throughLink', 'hardLink', 'upwards', 'throughSelf', 'throughCwd'].flatMap((way) =>
      at(way, true, [index]),
    ),
    ...at('readThroughLink', true, [first, index]),
    ...at('read', true, [`/proc/self/root${first}`]),
    ...at('read', false, [`/proc/1/root${first}`]),
    ...at('read', true, [`/proc/${pid}/root${first}`]),
    ...at('watch', true, [first, join(cache, 'checks/1-a/tree/src/index.js')]),
    ...at('bind', false, [home, '/']),
    ...at('unix', true, Object.values(ground.sockets)),
    ...ground.abstract.map((name) => of('unix', true, { path: `\0${name}` })),
    of('tcp', true, { host: '127.0.0.1', port: ports.tcp }),
    of('tcp', true, { host: 'localhost', port: ports.tcp }),
    of('tcp', true, { host: '::1', port: ports.tcp6 }),
    of('udp', true, { host: '127.0.0.1', port: ports.udp, type: 'udp4' }),
    of('udp', true, { host: '::1', port: ports.udp6, type: 'udp6' }),
    ...hosts.map((host) => of('tcp', false, { host, port: 443 })),
    of('udp', false, { host: '8.8.8.8', port: 53, type: 'udp4' }),
    of('udp', false, { host: '255.255.255.255', port: 9, type: 'udp4' }),
    ...['example.com', 'metadata.google.internal'].map((host) => of('name', false, { host })),
    ...[0, 'SIGCONT', 'SIGWINCH', 'SIGURG'].map((signal) => of('signal', true, { pid, signal })),
    of('priority', false, { pid }),
    ...at('read', false, below(`/proc/${pid}`, ofProcess)),
    ...callsOnProcess.map((name) => of('call', true, { call: [name, String(pid)] })),
    ...shared.map((name) => of('call', true, { call: [name, String(ipc)] })),
    ...calls.map((name) => of('call', false, { call: [name] })),
    ...['/proc', '/tmp', '/dev/shm', workspace].map((path) => of('call', false, { call: ['umount', path] })),
    ...['mnt', 'net'].map((name) => of('call', false, { call: ['setns', `/proc/${pid}/ns/${name}`] })),
    ...commands.map((command) => of('command', false, { command })),
    ...at('create', true, protectsNames ? below(workspace, [...ground.absent, ...starting]) : []),
    ...['append', 'replace', 'truncate', 'remove', 'chmod', 'times'].flatMap((way) => at(way, true, held)),
    ...held.map((path) => of('rename', true, { path, to: `${path}.away` })),
  ]
  return all.map((probe, number) => ({ ...probe, mark: `${ground.canary}-${number}-` }))
}
