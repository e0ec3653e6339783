/** Drafts of the five slots and of the legend, from what was found of a project; what nobody can know is left to people. */
import { withMarks } from '@sigma/engine/projecting'
import { type Slot, signs, slots } from '@sigma/protocol'
import type { Facts } from './facts.ts'
import { code, draftText, inline, listOf, type Part, quoted, toWrite } from './written.ts'

export const slotText: Readonly<Record<Slot['name'], (facts: Facts) => string>> = {
  brief: (facts) =>
    draftText('σ₁: Brief', [
      overview(facts),
      { heading: 'Requirements', from: null, lines: [`- [R1] ${toWrite('what has to be true of it')}`] },
    ]),
  patterns: (facts) => draftText('σ₂: Patterns', [architecture(facts), modules(facts)]),
  tech: (facts) => draftText('σ₃: Tech', [stack(facts), commands(facts), tests(facts), integration(facts)]),
  context: () => {
    const focus = part('Current Focus', toWrite('what is worked on now, beside what runs do below'))
    return withMarks(`${draftText('σ₄: Context', [focus])}\n`, 'context')
  },
  progress: () => {
    const status = part('Project Status', toWrite('what is done and what is next, beside what runs did below'))
    return withMarks(`${draftText('σ₅: Progress', [status])}\n`, 'progress')
  },
}

/** What the signs of the other files mean. */
export function legendText(): string {
  const rows = [
    '# Signs',
    '',
    '<!-- sigma:bank -->',
    '',
    '## Files',
    '',
    ...slots.map(({ symbol, name, file }) => `- ${symbol} ${name}: ${code(file)}`),
    `- of each module: ${code('modules/<module>/design.md')}, ${code('modules/<module>/tdd_plan.md')}`,
    '',
    '## Signs',
    '',
    ...signs.map(({ name, sign }) => `- ${sign} ${name}`),
    '',
    '## References',
    '',
    `- ${code('[↗️σ₂:R3]')}: the section of σ₂ that bears the number R3, as a heading or an item`,
    `- ${code('[↗️σ₃:Tests]')}: the section of σ₃ with this word in its heading`,
    '',
    `${code('sigma memory check')} names each that leads nowhere.`,
  ]
  return `${rows.join('\n')}\n`
}

const part = (heading: string, line: string): Part => ({ heading, from: null, lines: [line] })

function overview({ name, description, readme }: Facts): Part {
  const [said, intro] = [description ?? '', readme?.intro ?? '']
  const from = [...(said === '' ? [] : ['package.json']), ...(readme === null ? [] : [inline(readme.path)])]
  if (from.length === 0) return part('Overview', toWrite('what it is for, for whom, and what it is not'))
  const headings = readme?.headings ?? []
  return {
    heading: 'Overview',
    from: from.join(' and '),
    lines: [
      `${code(name)}${said === '' ? '' : `: ${inline(said)}`}`,
      ...(intro === '' ? [] : ['', ...quoted(intro)]),
      ...(headings.length === 0
        ? []
        : ['', `${inline(readme?.path ?? '')} speaks of:`, '', ...listOf(headings.map(inline))]),
    ],
  }
}

function architecture({ source }: Facts): Part {
  if (source.files.length === 0)
    return part('Architecture Overview', toWrite('the parts, and which of them know which'))
  const folders = Map.groupBy(source.files, (path) => path.split('/').slice(0, -1).slice(0, 2).join('/'))
  const rows = [...folders].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    heading: 'Architecture Overview',
    from: 'the files of the project',
    lines: [
      ...listOf(
        rows.map(([folder, files]) => `${code(folder === '' ? '.' : `${folder}/`)}: ${counted(files.length, 'file')}`),
      ),
      '',
      toWrite('which of them know which, and why'),
    ],
  }
}

/** In the form in which the modules of an architecture are read. */
function modules({ modules: found }: Facts): Part {
  if (found.length === 0)
    return part(
      'Modules',
      `None yet. List them here in the order of building, each as an item: ${code('name')}, and what it is for.`,
    )
  return {
    heading: 'Modules',
    from: 'the files of the project, and confirmed as a list',
    lines: found.map(
      ({ name, files }) => `- ${code(name)}: ${files.length === 0 ? 'not written yet' : whereText(files)}`,
    ),
  }
}

const whereText = (files: readonly string[]): string => {
  const [first = ''] = files
  return files.length === 1 ? code(first) : `${counted(files.length, 'file')}, ${code(first)} among them`
}

function stack({ manager, node, dependencies, source }: Facts): Part {
  const languages = [
    ...(source.files.some((path) => /\.[cm]?tsx?$/.test(path)) ? ['TypeScript'] : []),
    ...(source.files.some((path) => /\.[cm]?jsx?$/.test(path)) ? ['JavaScript'] : []),
  ]
  const wanted = Object.entries(dependencies).map(([name, version]) => `${code(name)} ${inline(version)}`)
  const rows = [
    ...(languages.length === 0 ? [] : [`languages: ${languages.join(', ')}`]),
    ...(node === null ? [] : [`Node: ${inline(node)}`]),
    ...(manager === null ? [] : [`packages: ${manager}`]),
    ...wanted,
  ]
  if (rows.length === 0) return part('Technology Stack', toWrite('languages, platforms and packages'))
  const from = [
    ...(manager === null ? [] : ['package.json']),
    ...(languages.length === 0 ? [] : ['the files of the project']),
  ]
  return { heading: 'Technology Stack', from: from.join(' and '), lines: listOf(rows) }
}

function commands({ scripts }: Facts): Part {
  const rows = Object.entries(scripts).map(([name, line]) => `${code(name)}: ${code(line)}`)
  if (rows.length === 0) return part('Commands', toWrite('how it is built, tried and begun'))
  return { heading: 'Commands', from: 'package.json', lines: listOf(rows) }
}

function tests({ tests: found }: Facts): Part {
  if (found === null) return part('Tests', toWrite('how it is tested'))
  const { runner, globs, files } = found
  return {
    heading: 'Tests',
    from: 'the files of the project',
    lines: [`- ${counted(files, 'file')} by ${inline(runner)}: ${globs.map(code).join(', ')}`],
  }
}

function integration({ integration: files }: Facts): Part {
  if (files.length === 0) return part('Continuous Integration', toWrite('what is run where, before something lands'))
  return { heading: 'Continuous Integration', from: 'the files of the project', lines: listOf(files.map(code)) }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
