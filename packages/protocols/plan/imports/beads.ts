/** Issues of Beads: one JSON object a line, with what blocks them. */
import { z } from 'zod'
import { unreadable } from './errors.ts'
import { type Imported, type ImportedTask, type NotTaken, pathsIn, together } from './imported.ts'

const text = z.string().nullish()
const issueSchema = z.looseObject({
  id: z.string().min(1).max(200),
  title: z.string().min(1),
  description: text,
  design: text,
  acceptance_criteria: text,
  notes: text,
  status: z.string().default('open'),
  priority: z.number().default(2),
  issue_type: z.string().default('task'),
  dependencies: z.array(z.looseObject({ depends_on_id: z.string(), type: z.string().default('blocks') })).nullish(),
})
type Issue = z.infer<typeof issueSchema>

/** Such an issue is work that is still to be done. */
const open = ['open', 'in_progress', 'blocked', 'hooked']
const work = ['task', 'bug', 'feature', 'chore', 'enhancement', 'story']
/** Such a link has one issue wait for another. */
const waits = ['blocks', 'conditional-blocks', 'waits-for']

/** Characters of what is said of an issue. */
const mostText = 8_000

/** Fails with `import-unreadable`. */
export function readBeads(given: string, file: string, module: string): Imported {
  const issues = new Map<string, Issue & { readonly line: number }>()
  for (const [at, line] of given.split('\n').entries()) {
    if (line.trim() === '') continue
    const issue = issueIn(line, file, at + 1)
    const first = issues.get(issue.id)
    if (first !== undefined) throw unreadable(file, at + 1, `${issue.id} stands on line ${first.line} already.`)
    issues.set(issue.id, { ...issue, line: at + 1 })
  }
  const all = [...issues.values()]
  const still = all.filter(({ status }) => open.includes(status))
  const tasks = still.filter(({ issue_type }) => work.includes(issue_type))
  const taken = new Set(tasks.map(({ id }) => id))
  const over = Map.groupBy(
    all.filter(({ status }) => !open.includes(status)),
    ({ status }) => status,
  )
  const others = Map.groupBy(
    still.filter(({ id }) => !taken.has(id)),
    ({ issue_type }) => issue_type,
  )
  const idsOf = (some: readonly Issue[]): readonly string[] => some.map(({ id }) => id)
  return {
    modules: [{ module, file, tasks: inOrder(tasks).map((issue) => taskOf(issue, taken, file)) }],
    notTaken: [
      ...[...over].flatMap(([status, some]) => together(file, idsOf(some), `it is ${status}`, `they are ${status}`)),
      ...[...others].flatMap(([type, some]) =>
        together(file, idsOf(some), `the type ${type} is no work of its own`, `the type ${type} is no work of its own`),
      ),
      ...tasks.flatMap((issue) => lostLinks(issue, issues, file)),
    ],
  }
}

function issueIn(line: string, file: string, number: number): Issue {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw unreadable(file, number, 'the line is no JSON; it may be torn.')
  }
  const { data, error } = issueSchema.safeParse(value)
  if (data !== undefined) return data
  const [issue] = error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  throw unreadable(
    file,
    number,
    `the line is no issue: ${path === '' ? 'it is no object' : `"${path}" is missing or odd`}.`,
  )
}

/** The most urgent first. */
const inOrder = <One extends Issue>(issues: readonly One[]): readonly One[] =>
  issues.toSorted((one, other) => one.priority - other.priority)

function taskOf(issue: Issue & { readonly line: number }, taken: ReadonlySet<string>, file: string): ImportedTask {
  const { id, title, description, design, acceptance_criteria: criteria, line, priority, issue_type: type } = issue
  const said = [description, design, criteria, issue.notes].filter(
    (each) => typeof each === 'string' && each.trim() !== '',
  )
  const whole = said.join('\n\n')
  const links = issue.dependencies ?? []
  const needs = links.flatMap(({ type: kind, depends_on_id: other }) =>
    waits.includes(kind) && taken.has(other) ? [other] : [],
  )
  const parent = links.find(({ type: kind }) => kind === 'parent-child')?.depends_on_id
  return {
    ...{ id, title, text: `${title}\n${whole}`, files: pathsIn(whole), needs: [...new Set(needs)], listed: null, line },
    extra: {
      source: `${file}:${line}`,
      ...{ priority, type },
      ...(parent !== undefined && { parent }),
      ...(whole !== '' && { description: whole.slice(0, mostText) }),
    },
  }
}

function lostLinks(
  issue: Issue & { readonly line: number },
  issues: ReadonlyMap<string, Issue>,
  file: string,
): readonly NotTaken[] {
  const { id, line } = issue
  const length = [issue.description, issue.design, issue.acceptance_criteria, issue.notes].join('\n\n').length
  const cut =
    length > mostText + 8
      ? [{ file, line, message: `Of what ${id} says the first ${mostText} characters are kept.` }]
      : []
  const links = (issue.dependencies ?? []).flatMap(({ type, depends_on_id: other }) => {
    const known = issues.get(other)
    if (type === 'parent-child') return []
    if (!waits.includes(type))
      return [{ file, line, message: `${id} is linked to ${other} as ${type}, which no plan has.` }]
    if (known === undefined) return [{ file, line, message: `${id} waits for ${other}, which is not listed.` }]
    if (open.includes(known.status) && !work.includes(known.issue_type))
      return [{ file, line, message: `${id} waits for ${other}, which is no work of its own (${known.issue_type}).` }]
    return []
  })
  return [...cut, ...links]
}
