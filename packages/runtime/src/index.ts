export { profileOf } from './agents/acp/profiles.ts'
export { agentOf, createAgents, type Surround } from './agents/agents.ts'
export {
  type AgentConfig,
  agentConfigSchema,
  aTurn,
  hostsSchema,
  profileNames,
  type SessionAgent,
} from './agents/config.ts'
export { agentFaults, faultsOf } from './agents/faults.ts'
export { absentPlaces } from './agents/opened.ts'
export type { Given, People } from './agents/people.ts'
export { foundLogin, type Seen, seenOf } from './agents/seen.ts'
export { gateEnvironment, givenVariables, referenceIn } from './environment.ts'
export * from './errors.ts'
export { isBare } from './git/bare.ts'
export { branchStart } from './git/branch-start.ts'
export { changedSince } from './git/changed-since.ts'
export { committedFiles, committedTree, isTracked, knownFiles } from './git/committed.ts'
export { excludeFolder } from './git/exclude.ts'
export { requireGit } from './git/git.ts'
export { issueBranch } from './git/issue-branch.ts'
export { knownUncommitted, learnUncommitted } from './git/known-changes.ts'
export { namedChange } from './git/named-change.ts'
export {
  headOfRepository,
  inspectRepository,
  type Repository,
  type UsableRepository,
  uncommittedPaths,
  usableRepository,
} from './git/repository.ts'
export { workingTreeSnapshot } from './git/snapshot.ts'
export { targetOf } from './git/standing.ts'
export { type Detached, startDetached } from './process/detached.ts'
export { openEditor } from './process/editor.ts'
export { createProcesses } from './process/processes.ts'
export * from './prompts/index.ts'
export { type Detected, detectSandbox } from './sandbox/detect.ts'
export { type Sandbox, type SandboxSpec, standingText } from './sandbox/sandbox.ts'
export { workspaceConfinement } from './sandbox/workspace.ts'
export { looksSecret, namesSecrets } from './secrets/names.ts'
export { type SecretKeeper, secretsOf } from './secrets/secrets.ts'
export { secretTurn } from './secrets/turns.ts'
export { type Old, oldIn, takeOld } from './tidy/cache.ts'
export type { OwnGit } from './tidy/own-git.ts'
export { openRemains, type Remains } from './tidy/remains.ts'
export { createOwnTools } from './tools/own-tools.ts'
export {
  type AgentSettings,
  agentSettings,
  agentSettingsAt,
  isAgentSettings,
  isForAgents,
} from './workspace/agent-settings.ts'
export { absentRead } from './workspace/beside.ts'
export { createFolders, type Folders } from './workspace/folders.ts'
export type { FormatSettings } from './workspace/formatting.ts'
export { type FileDifference, type History, openHistory, type WorkCommit } from './workspace/history.ts'
export { createKeptTexts } from './workspace/kept-texts.ts'
export { type Lacks, lacksOf } from './workspace/whole.ts'
export { createWorkspaces, type FixSpec, type WorkspaceStore, type WorkspacesOptions } from './workspace/workspaces.ts'
