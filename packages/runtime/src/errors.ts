import { nearest, SigmaError } from '@sigma/engine/reading'
import type { Finding } from '@sigma/protocol'

export const notARepository = (folder: string): SigmaError =>
  new SigmaError('not-a-repository', `${folder} does not lie in a git repository.`, {
    hint: 'git init && git add --all && git commit -m "Start"',
  })

export const bareRepository = (folder: string): SigmaError =>
  new SigmaError('bare-repository', `${folder} is a bare repository, which has no files to work from.`, {
    hint: `git clone ${folder} <folder>`,
  })

export const repositoryGone = (root: string, gitDir: string): SigmaError =>
  new SigmaError('repository-gone', `${root} belongs to a repository whose git folder ${gitDir} is gone.`, {
    hint: 'git worktree repair <folder of the worktree>, from where the repository is now',
  })

export const reftable = (root: string): SigmaError =>
  new SigmaError('reftable', `The repository ${root} keeps its refs as a reftable, which Sigma does not read yet.`, {
    hint: 'git refs migrate --ref-format=files',
  })

export const noCommits = (root: string): SigmaError =>
  new SigmaError('no-commits', `The repository ${root} has no commit to start from.`, {
    hint: 'git add --all && git commit -m "Start"',
  })

export const operationInProgress = (
  root: string,
  { state, command }: { readonly state: string; readonly command: string },
): SigmaError =>
  new SigmaError('operation-in-progress', `The repository ${root} is in the middle of ${state}.`, {
    hint: command === 'bisect' ? 'git bisect reset' : `git ${command} --continue, or git ${command} --abort`,
  })

export const gitMissing = (reason: string): SigmaError =>
  new SigmaError('git-missing', `Git could not be started: ${reason}`, {
    hint: /not found/.test(reason) ? 'Install git 2.38 or newer.' : 'sigma doctor',
  })

export const gitFailed = (verb: string, detail: string): SigmaError =>
  new SigmaError('git-failed', `git ${verb} failed: ${detail}`, { hint: 'sigma doctor' })

export const unsafeRevision = (name: string): SigmaError =>
  new SigmaError('unsafe-revision', `${JSON.stringify(name)} is no name of a commit that Sigma takes.`)

export const unknownCommit = (commit: string): SigmaError =>
  new SigmaError('unknown-commit', `Neither the repository nor .sigma/git holds a complete commit ${commit}.`, {
    hint: 'git log --all --oneline',
  })

/** `known`: the remote has a branch of this name, and so it goes by another one here. */
export const noSuchBase = (
  ref: string,
  { known, isShallow }: { readonly known: string | null; readonly isShallow: boolean },
): SigmaError => {
  const branch = ref.replace(/^(refs\/remotes\/)?origin\//, '')
  const isName = /^[\w][\w./-]*$/.test(branch)
  const fetch = isName ? `git fetch origin ${branch}:refs/remotes/origin/${branch}` : 'git fetch origin'
  const inWorkflow = isShallow ? ', or in a workflow: actions/checkout with fetch-depth: 0' : ''
  return new SigmaError('no-such-base', `${JSON.stringify(ref)} is no commit, branch or tag that is here.`, {
    hint: known === null ? `${fetch}${inWorkflow}` : `sigma gates --base ${known}`,
  })
}

export const noSuchChange = (ref: string, known: string | null): SigmaError =>
  new SigmaError('no-such-change', `${JSON.stringify(ref)} is no commit, branch or tag that is here.`, {
    hint: known === null ? 'git branch --all' : `sigma validate ${known}`,
  })

/** `turned`: the range the other way round. */
export const emptyChange = (name: string, turned: string, isOne: boolean): SigmaError =>
  new SigmaError(
    'empty-change',
    `${JSON.stringify(name)} is no change: its end has nothing that its beginning has not.`,
    {
      hint: isOne ? 'git branch --all' : `sigma validate ${turned}`,
    },
  )

export const noCommonCommit = (ref: string, isShallow: boolean): SigmaError =>
  new SigmaError(
    'no-common-commit',
    isShallow
      ? `This clone is shallow, and holds no commit that HEAD and ${JSON.stringify(ref)} have in common.`
      : `HEAD and ${JSON.stringify(ref)} have no commit in common.`,
    {
      hint: isShallow
        ? 'git fetch --unshallow origin, or in a workflow: actions/checkout with fetch-depth: 0'
        : 'git log --oneline --graph HEAD, then: sigma gates --base <the commit that the branch began from>',
    },
  )

export const lostCommit = (commit: string): SigmaError =>
  new SigmaError(
    'lost-commit',
    `The commit ${commit} is in neither the repository nor .sigma/git. Where that folder was deleted or damaged, the work of the runs that were not over is lost; what was delivered is on its branches.`,
    { hint: 'sigma inbox' },
  )

export const incompleteCommit = (commit: string): SigmaError =>
  new SigmaError('incomplete-commit', `This is a partial clone, and files of the commit ${commit} are not here.`, {
    hint: 'git fetch --refetch --no-filter',
  })

export const unreadableNames = (commit: string, lines: readonly string[]): SigmaError => {
  const names = lines.slice(0, 3).map((line) => JSON.stringify(line.slice(line.indexOf('\t') + 1)))
  const sentence = `The commit ${commit.slice(0, 10)} holds names that are no UTF-8 text: ${names.join(', ')}.`
  return new SigmaError('unreadable-names', sentence, { hint: 'git mv <old name> <new name>' })
}

export const hugeFile = (path: string, bytes: number): SigmaError =>
  new SigmaError(
    'huge-file',
    `The file ${path} of the commit has ${Math.ceil(bytes / 2 ** 20)} MB; Sigma lays out files of up to 256 MB.`,
    {
      hint: `git lfs migrate import --include=${JSON.stringify(path)}`,
    },
  )

export const branchTaken = (branch: string): SigmaError =>
  new SigmaError('branch-taken', `The branch ${branch} exists and holds commits that are not Sigma's.`, {
    hint: `git branch -m ${branch} <another name>`,
  })

export const branchCheckedOut = (branch: string): SigmaError =>
  new SigmaError('branch-checked-out', `The branch ${branch} is checked out, so Sigma will not move it.`, {
    hint: 'git switch -',
  })

export const branchBlocked = (branch: string, detail: string): SigmaError =>
  new SigmaError('branch-blocked', `The branch ${branch} could not be written: ${detail}`, {
    hint: 'git branch --list "sigma*"',
  })

export const indexLocked = (root: string, file: string): SigmaError =>
  new SigmaError('index-locked', `Another git is at work in ${root}, or was killed there: ${file} is there.`, {
    hint: `rm ${file}, if no git runs there`,
  })

export const replacedMeanwhile = (path: string): SigmaError =>
  new SigmaError(
    'replaced-meanwhile',
    `${path} of a workspace was replaced while Sigma read or wrote it: something that an agent started still runs.`,
    { hint: 'ps -ef | grep sigma' },
  )

export const unsafeName = (what: string, name: string): SigmaError =>
  new SigmaError('unsafe-name', `${JSON.stringify(name)} cannot be used as the name of a ${what}.`)

export const unsafeDocument = (path: string): SigmaError =>
  new SigmaError('unsafe-document', `The document ${JSON.stringify(path)} does not lie inside the repository.`)

export const readsMissing = (path: string): SigmaError => {
  const what = /[*?[\]{}()]/.test(path) ? 'matches nothing' : 'is not there'
  return new SigmaError('reads-missing', `tests.reads names ${JSON.stringify(path)}, which ${what}.`, {
    hint: 'Make it there, counted from the folder of the configuration, or take it out of tests.reads in sigma.config.json.',
  })
}

export const readsOutside = (path: string): SigmaError =>
  new SigmaError('reads-outside', `tests.reads names ${JSON.stringify(path)}, which leads out of the repository.`, {
    hint: 'Put a copy into the repository, and name that in tests.reads.',
  })

export const readsTooMuch = (globs: readonly string[]): SigmaError =>
  new SigmaError(
    'reads-too-much',
    `tests.reads (${globs.slice(0, 3).join(', ')}) names more than 10,000 files or 256 MB: each checkout would hold a copy of it.`,
    { hint: 'Name in tests.reads only what tests read, such as "fixtures/data.json".' },
  )

export const setupHasOperators = (setup: string): SigmaError =>
  new SigmaError('setup-not-plain', `The setup ${JSON.stringify(setup)} needs a shell, which Sigma does not use.`, {
    hint: 'Put the commands into a script, and name it in "setup": "node scripts/setup.js"',
  })

export const setupFailed = (setup: string, detail: string): SigmaError =>
  new SigmaError('setup-failed', `The setup ${JSON.stringify(setup)} failed: ${detail}`, { hint: setup })

export const toolsNotInstalled = (name: string, detail: string): SigmaError =>
  new SigmaError('tools-not-installed', `Sigma's own tools (${name}) cannot be installed: ${detail}`, {
    hint: 'npm ping, which has to reach the registry once; then: sigma resume',
  })

export const registryUnknown = (detail: string): SigmaError =>
  new SigmaError('registry-unknown', `npm does not tell which registry it asks: ${detail}`, {
    hint: 'npm config get registry',
  })

export const dependenciesChanged = (): SigmaError =>
  new SigmaError(
    'dependencies-changed',
    'What is installed in node_modules changed while tests ran with it: their result would be of neither state.',
    { hint: 'Let the installation end; then: sigma resume' },
  )

export const missingVariable = (agent: string, variable: string): SigmaError =>
  new SigmaError('missing-variable', `The agent ${agent} needs the variable ${variable}, which is not set.`, {
    hint: `export ${variable}=…`,
  })

export const testVariableMissing = (name: string, variable: string): SigmaError =>
  new SigmaError('missing-variable', `tests.env.${name} takes your variable ${variable}, which is not set.`, {
    hint: `export ${variable}=…   # or take it out of tests.env in sigma.config.json`,
  })

/** Its value is not told: an address may hold a password. */
export const addressMalformed = (agent: string, variable: string, isConfigured: boolean): SigmaError => {
  const place = isConfigured ? `agents.${agent}.env.${variable}` : variable
  return new SigmaError(
    'address-malformed',
    `The agent ${agent} reaches its model at ${place}, which is not a valid URL.`,
    {
      hint: isConfigured ? `Set ${place} to e.g. "http://127.0.0.1:8080".` : `export ${variable}=http://127.0.0.1:8080`,
    },
  )
}

export const agentNotFound = (agent: string, program: string): SigmaError =>
  new SigmaError('agent-not-found', `The program ${program} of the agent ${agent} was not found.`, {
    hint: `Set agents.${agent}.command in sigma.config.json.`,
  })

export const agentNotExecutable = (agent: string, program: string): SigmaError =>
  new SigmaError('agent-not-executable', `The program ${program} of the agent ${agent} is not executable.`, {
    hint: `chmod +x ${program}`,
  })

export const agentNotInstalled = (agent: string, title: string, program: string, install: string): SigmaError =>
  new SigmaError('agent-not-found', `The agent ${agent} is ${title}, whose program ${program} is not on your PATH.`, {
    hint: install,
  })

export const agentUnnamed = (agent: string): SigmaError =>
  new SigmaError('agent-unnamed', `Of the agent ${agent} nothing is known that could be started.`, {
    hint: `Set agents.${agent}.command to the program that speaks ACP, or agents.${agent}.profile to a known one.`,
  })

export const agentScriptNotFound = (agent: string, script: string, root: string): SigmaError =>
  new SigmaError('agent-script-not-found', `The agent ${agent} is to run ${script}, which is not in ${root}.`, {
    hint: `Set agents.${agent}.command in sigma.config.json; a relative path counts from that file's folder.`,
  })

export const opensTooMuch = (agent: string, key: 'reads' | 'writes', path: string, what: string): SigmaError =>
  new SigmaError('opens-too-much', `agents.${agent}.${key} opens ${JSON.stringify(path)}, and with it ${what}.`, {
    hint: `Name in agents.${agent}.${key} only the folders that the agent needs, such as "~/.config/tool".`,
  })

export const agentPaused = (agent: string, failures: number, last: string, leftMs: number): SigmaError =>
  new SigmaError(
    'agent-paused',
    `The agent ${agent} has failed ${failures} times in a row (the last time by ${last}), and is not asked for another ${Math.ceil(leftMs / 60_000)} min.`,
    { hint: 'sigma doctor' },
  )

/** `known`: the agents that are configured. */
export const noAgentForRole = (role: string, agent: string | undefined, known: readonly string[]): SigmaError => {
  const meant = nearest(agent ?? '', known) ?? known[0]
  return new SigmaError(
    'no-agent-for-role',
    agent === undefined
      ? `The configuration names no agent for the role ${role}.`
      : `The role ${role} is given to the agent ${agent}, which is not configured.`,
    {
      hint:
        meant === undefined
          ? 'sigma init --force --agent claude'
          : `Write "roles": { ${JSON.stringify(role)}: ${JSON.stringify(meant)} } in sigma.config.json; "*" is every role that is not named.`,
    },
  )
}

export const unreadableScript = (agent: string, path: string, detail: string): SigmaError =>
  new SigmaError('unreadable-script', `The script ${path} of the agent ${agent} cannot be used: ${detail}`, {
    hint: `Set agents.${agent}.script in sigma.config.json.`,
  })

export const templateMissing = (name: string, cause: unknown): SigmaError =>
  new SigmaError(
    'template-refused',
    `The built-in template ${name} cannot be read: ${cause instanceof Error ? cause.message : cause}`,
    {
      hint: 'sigma prompt',
    },
  )

/** Each finding names the file, and the line where there is one. */
export const templateRefused = (path: string, findings: readonly Finding[]): SigmaError => {
  const [first, ...more] = findings
  const others = more.length === 0 ? '' : ` (and ${more.length} more ${more.length === 1 ? 'fault' : 'faults'})`
  return new SigmaError('template-refused', `${first?.message ?? `${path} cannot be read.`}${others}`, {
    hint: first?.remedy ?? 'sigma prompt',
  })
}
