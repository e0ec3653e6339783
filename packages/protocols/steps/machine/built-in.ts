/** The two step protocols that come with Sigma (EXE-23, EXE-24). */
import { type Definition, definitionSchema } from './definition.ts'

const title = { name: 'title', kind: 'text', says: 'what the task is called, in a few words' } as const
const summary = { name: 'summary', kind: 'text', says: 'what was done, in a sentence or two' } as const

const skillOrchestration: Definition = definitionSchema.parse({
  route: 'skill-orchestration',
  type: 'SKILL_ORCHESTRATION',
  folder: 'skill',
  steps: [
    { number: 1, name: 'GENERATE_TASK_ID', label: 'Name the task', gives: [title], work: 'task-id' },
    {
      number: 2,
      name: 'CLASSIFY_DOMAIN',
      label: 'Say in which domain the task lies',
      gives: [{ name: 'domain', kind: 'text', says: 'the domain of the task, in a word or two' }],
    },
    {
      number: 3,
      name: 'READ_SKILL',
      label: 'Choose the skill, and read it',
      gives: [{ name: 'skill', kind: 'text', says: 'the name of the skill, which is that of its folder' }],
      work: 'read-skills',
      skills: 'skill',
    },
    { number: 4, name: 'CREATE_MEMORY', label: 'Make the memory of the task', work: 'memory' },
    { number: 5, name: 'TRIGGER_AGENTS', label: 'Have the agents of the skill work', work: 'invoke' },
    { number: 6, name: 'COMPLETE_WORKFLOW', label: 'Check what came of it', gives: [summary] },
  ],
})

const dynamicSkillSequencing: Definition = definitionSchema.parse({
  route: 'dynamic-skill-sequencing',
  type: 'DYNAMIC_SKILL_SEQUENCING',
  folder: 'dynamic',
  steps: [
    {
      number: 1,
      name: 'ANALYZE_REQUIREMENTS',
      label: 'List what is required',
      gives: [title, { name: 'requirements', kind: 'texts', says: 'each thing that is required, in a sentence' }],
      work: 'task-id',
    },
    {
      number: 2,
      name: 'PLAN_SEQUENCE',
      label: 'Choose the skills, in their order',
      gives: [
        { name: 'skills', kind: 'texts', says: 'the names of atomic skills, in the order in which they are to work' },
      ],
      work: 'read-skills',
      skills: 'skills',
    },
    { number: 3, name: 'INVOKE_SKILLS', label: 'Have each skill work', work: 'invoke' },
    {
      number: 4,
      name: 'VERIFY_COMPLETION',
      label: 'Match every requirement with a result',
      gives: [
        {
          name: 'results',
          kind: 'matches',
          says: 'for each requirement the skill that met it, and by what that is seen',
        },
      ],
      work: 'verify',
    },
    { number: 5, name: 'COMPLETE', label: 'Say what was done', gives: [summary] },
  ],
})

export const builtIn: readonly Definition[] = [skillOrchestration, dynamicSkillSequencing]

/** In the order in which they are listed (EXE-25). */
export const routes: readonly string[] = builtIn.map(({ route }) => route)

/** A protocol that a project brings lies in a folder of its route's name. */
export const folderOf = (route: string): string => definitionOf(route)?.folder ?? route

/** The route's protocol (EXE-16); null: the route is none. */
export const definitionOf = (route: string): Definition | null => builtIn.find((each) => each.route === route) ?? null
