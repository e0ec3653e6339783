/** The commands of step protocols, in the order of the help. */
import type { Flag, GivenFlags, KitCommand } from '@sigma/engine'
import { folderOf } from '../machine/built-in.ts'
import { protocolPlace } from '../machine/paths.ts'

const state: Flag = {
  kind: 'text',
  brief: 'State file of the session, or its id',
  placeholder: 'file|session',
  needed: true,
}

const routed = ({ route }: GivenFlags): string | null =>
  typeof route === 'string' ? protocolPlace({ folder: folderOf(route) }) : null

export const stepsCommands: readonly KitCommand[] = [
  {
    name: 'routes',
    brief: 'List the routes of step protocols',
    description: 'Lists the routes that sigma dispatch takes: the two that come with Sigma, then those of the project.',
    flags: {},
    does: { kind: 'converses', takes: [], load: async () => (await import('./routes.ts')).listRoutes },
  },
  {
    name: 'dispatch',
    brief: 'Begin a step protocol for a reasoning session',
    description:
      'Makes an execution session for a reasoning session and a route, and prints the directive that begins it. A reasoning session that Sigma does not know is taken, and marked as foreign.',
    flags: {
      reasoningSession: {
        kind: 'text',
        brief: 'The reasoning session that it comes from',
        placeholder: 'id',
        needed: true,
      },
      route: { kind: 'text', brief: 'One that sigma routes lists', placeholder: 'route', needed: true },
      key: { kind: 'text', brief: 'The same key again is the same session', placeholder: 'key' },
    },
    does: {
      kind: 'converses',
      takes: [],
      begin: async () => (await import('./begin.ts')).dispatch,
      follows: routed,
      load: async () => (await import('./conversations.ts')).dispatched,
    },
  },
  {
    name: 'step',
    brief: 'Run the step of a step protocol that is due',
    description:
      'Runs a step, and prints the directive that follows. Only the step that is due runs; 0 is the entry of the protocol. A step that needs an output shows its text first, and is completed by the same command once the output is written.',
    flags: {
      state,
      output: {
        kind: 'text',
        brief: 'The output: JSON, a file, or - for standard input (the file that the step names)',
        placeholder: 'json|file|-',
      },
    },
    does: {
      kind: 'converses',
      takes: [{ brief: 'Number of the step', placeholder: 'n' }],
      load: async () => (await import('./conversations.ts')).step,
    },
  },
  {
    name: 'complete',
    brief: 'Complete a step protocol after its last step',
    description: 'Completes the protocol, after its last step and not before.',
    flags: {
      state,
      summary: { kind: 'text', brief: 'What was done (the last step’s)', placeholder: 'text' },
    },
    does: {
      kind: 'converses',
      takes: [],
      load: async () => (await import('./conversations.ts')).complete,
    },
  },
  {
    name: 'states',
    brief: 'Show the sessions of step protocols',
    description:
      'Shows every execution session, or of one each step with its output and its times. With --json they are printed as their state files have them.',
    flags: {},
    does: {
      kind: 'converses',
      takes: [{ brief: 'Session, or its state file', placeholder: 'session', optional: true }],
      load: async () => (await import('./states.ts')).states,
    },
  },
  {
    name: 'skills',
    brief: 'List, show and check the skills that step protocols take',
    description:
      'Lists the skills of the project, of your home and of packages named in steps.packages: whether each is atomic or composite, where it is from, and which of two of one name is used. show <name> tells its phases and agents, check [name] what is wrong with skills, by file and line: exit code 2 then.',
    flags: {},
    does: {
      kind: 'converses',
      takes: [
        { brief: 'list, show or check (list)', placeholder: 'action', optional: true },
        { brief: 'Name of a skill', placeholder: 'name', optional: true },
      ],
      load: async () => (await import('./skills.ts')).skills,
    },
  },
]
