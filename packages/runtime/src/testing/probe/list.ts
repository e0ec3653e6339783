/** What a program in a sandbox may try to reach: paths, calls, sockets, processes. The ground is planted by `ground.ts`. */
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
  /** Of the user, with Sigma's store in it. */
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

const repositoryFiles = ['.git/hooks/pre-commit', '.git/config', '.git/HEAD', '.git/refs/heads/main', 'src/index.js']
export const storeFiles: readonly string[] = [
  ...['.sigma/sigma.db', '.sigma/sigma.db-wal', '.sigma/sigma.db-shm', '.sigma/git/HEAD', '.sigma/git/config'],
  ...['.sigma/blobs/ab/cdef', '.sigma/workspaces/r/C1.json', '.sigma/accepted/r/design.md', '.sigma/lock'],
  ...['.sigma/confined/r.json', '.sigma/dependencies/x.json'],
]
const others = ['r/C2/src/other.js', 'checks/1-a/tree/src/index.js', 'other/C1/src/index.js', 'rehearsals/x/home/y']

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
const commands: readonly (readonly string[])[] = [
  ['sudo', '-n', 'true'],
  ['su', '-c', 'true', 'nobody'],
  ['crontab', '-l'],
  ['at', '-l'],
  ['systemctl', '--user', 'status'],
  ['systemd-run', '--user', 'true'],
  ['docker', 'ps'],
  ['ssh-add', '-l'],
  ['pkexec', 'true'],
  ['mount', '-t', 'tmpfs', 'none', '/mnt'],
  ['unshare', '-Ur', 'true'],
  ['nsenter', '-t', '1', '-m', 'true'],
  ['bwrap', '--bind', '/', '/', 'true'],
  ['chroot', '/', 'true'],
  ['dmesg'],
]

/** Every probe on this ground; `protectsNames`: as for an agent, of whose workspace some names are held. */
export function probesOf(ground: Ground, protectsNames: boolean): readonly Probe[] {
  const { home, repository, cache, workspace, pid, ports } = ground
  const of = (way: string, planted: boolean, given: readonly Readonly<Record<string, unknown>>[]): readonly Probe[] =>
    given.map((each) => ({ ...each, id: `${way} ${Object.values(each).join(' ')}`, way, planted }))
  const paths = (folder: string, names: readonly string[]) => names.map((name) => ({ path: join(folder, name) }))
  const outside = [...paths(repository, [...repositoryFiles, ...storeFiles]), ...paths(cache, others)]
  const [first, index] = [join(home, secrets[0] ?? ''), join(repository, 'src/index.js')]
  const held = protectsNames ? paths(workspace, ground.present) : []
  const all = [
    ...of('read', true, [...paths(home, secrets), ...outside]),
    ...of(
      'read',
      false,
      systemSecrets.map((path) => ({ path })),
    ),
    ...of(
      'list',
      false,
      [home, repository, cache, `${home}/.ssh`, '/root', '/run', '/sys', '/var/run'].map((path) => ({ path })),
    ),
    ...of('create', true, paths(home, startFiles)),
    ...of('append', true, outside),
    ...of('overwrite', true, paths(repository, storeFiles.slice(0, 5))),
    ...of(
      'create',
      false,
      systemPlaces.map((path) => ({ path })),
    ),
    ...of(
      'overwrite',
      false,
      [...controls, ...otherControls].map((path) => ({ path })),
    ),
    ...['replace', 'throughLink', 'hardLink', 'upwards', 'throughSelf', 'throughCwd'].flatMap((way) =>
      of(way, true, [{ path: index }]),
    ),
    ...of('readThroughLink', true, [{ path: first }, { path: index }]),
    ...of('read', true, [{ path: `/proc/self/root${first}` }]),
    ...of('read', false, [{ path: `/proc/1/root${first}` }]),
    ...of('read', true, [{ path: `/proc/${pid}/root${first}` }]),
    ...of('watch', true, [{ path: first }, { path: join(cache, 'checks/1-a/tree/src/index.js') }]),
    ...of('bind', false, [{ path: home }, { path: '/' }]),
    ...of(
      'unix',
      true,
      Object.values(ground.sockets).map((path) => ({ path })),
    ),
    ...of(
      'unix',
      true,
      ground.abstract.map((name) => ({ path: `\0${name}` })),
    ),
    ...of('tcp', true, [
      { host: '127.0.0.1', port: ports.tcp },
      { host: 'localhost', port: ports.tcp },
      { host: '::1', port: ports.tcp6 },
    ]),
    ...of('udp', true, [
      { host: '127.0.0.1', port: ports.udp, type: 'udp4' },
      { host: '::1', port: ports.udp6, type: 'udp6' },
    ]),
    ...of(
      'tcp',
      false,
      ['1.1.1.1', '8.8.8.8', '169.254.169.254', '10.0.0.1', '192.168.0.1', '2606:4700:4700::1111'].map((host) => ({
        host,
        port: 443,
      })),
    ),
    ...of('udp', false, [
      { host: '8.8.8.8', port: 53, type: 'udp4' },
      { host: '255.255.255.255', port: 9, type: 'udp4' },
    ]),
    ...of('name', false, [{ host: 'example.com' }, { host: 'metadata.google.internal' }]),
    ...of(
      'signal',
      true,
      [0, 'SIGCONT', 'SIGWINCH', 'SIGURG'].map((signal) => ({ pid, signal })),
    ),
    ...of('priority', false, [{ pid }]),
    ...of(
      'read',
      false,
      ofProcess.map((name) => ({ path: `/proc/${pid}/${name}` })),
    ),
    ...of(
      'call',
      true,
      callsOnProcess.map((name) => ({ call: [name, String(pid)] })),
    ),
    ...of(
      'call',
      true,
      ['shared_memory', 'message_queue', 'semaphores'].map((name) => ({ call: [name, String(ground.ipc)] })),
    ),
    ...of(
      'call',
      false,
      calls.map((name) => ({ call: [name] })),
    ),
    ...of(
      'call',
      false,
      ['/proc', '/tmp', '/dev/shm', workspace].map((path) => ({ call: ['umount', path] })),
    ),
    ...of(
      'call',
      false,
      [`/proc/${pid}/ns/mnt`, `/proc/${pid}/ns/net`].map((path) => ({ call: ['setns', path] })),
    ),
    ...of(
      'command',
      false,
      commands.map((command) => ({ command })),
    ),
    ...(protectsNames ? of('create', true, paths(workspace, ground.absent)) : []),
    ...(protectsNames
      ? of('create', true, paths(workspace, ['.git/hooks/pre-commit', '.claude/settings.json', '.vscode/tasks.json']))
      : []),
    ...['append', 'replace', 'truncate', 'remove', 'chmod', 'times'].flatMap((way) => of(way, true, held)),
    ...of(
      'rename',
      true,
      held.map(({ path }) => ({ path, to: `${path}.away` })),
    ),
  ]
  return all.map((probe, at) => ({ ...probe, mark: `${ground.canary}-${at}-` }))
}
