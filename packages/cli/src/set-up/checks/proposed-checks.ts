/**
 * Finds what a project checks itself by beside its tests, and how it formats, for `sigma init`. Pure: what lies there was
 * read before, as in
 *
 *     const { checks, format } = proposedChecks(readCheckedPackage(root, top, world.env['PATH'] ?? ''))
 *
 * `checks` and `format` are settings as they stand in sigma.config.json: at most a command each for lint, types and layout, in this
 * order; scripts of the package come first, since they are what its CI runs. Where the text of a script names no known tool,
 * only a name that says what it checks counts. Nothing that is not installed is proposed, and no script that writes. Whether a command works where gates run only a trial tells: `sigma doctor` makes it.
 */
import { isUnfit, readScript, type ScriptReading, type Scripts } from './script.ts'

/** What was read of a package; `readCheckedPackage` reads it from the disk. */
export interface CheckedPackage {
  readonly scripts: Scripts
  /** Other keys of its package.json: some tools are configured there. */
  readonly keys: readonly string[]
  /** Names of the files beside its package.json. */
  readonly files: readonly string[]
  /** Names of the files in the folders above it, up to the top of the repository: most tools look for their settings there too. */
  readonly above: readonly string[]
  /** Text of its tsconfig.json; empty: there is none. */
  readonly tsconfig: string
  /** Whether a program can be started there: it is installed for the package, or on the PATH. */
  readonly hasProgram: (name: string) => boolean
  /** Whether the package, or one above it, brings a program of this name. */
  readonly isInstalled: (name: string) => boolean
}

export interface ProposedChecks {
  readonly checks: readonly string[]
  readonly format: string | null
}

const kinds = ['lint', 'types', 'layout'] as const
type Kind = (typeof kinds)[number]

/** Names that projects give to such scripts, the usual ones first. */
const scriptNames: Readonly<Record<Kind, readonly string[]>> = {
  lint: ['lint', 'lint:check', 'lint:ci', 'check:lint', 'lint-check', 'eslint', 'lint:js', 'lint:ts', 'check'],
  types: [
    ...['typecheck', 'type-check', 'check:types', 'check-types', 'types:check', 'typecheck:ci', 'check:ts'],
    ...['ts:check', 'lint:types', 'lint:tsc', 'test:types', 'test:typecheck', 'types', 'tsc'],
  ],
  layout: [
    ...['format:check', 'prettier:check', 'check:format', 'fmt:check', 'format-check', 'check-format'],
    ...['check:prettier', 'lint:format', 'lint:prettier', 'style:check', 'prettier'],
  ],
}

/** Signs in what a script runs that it checks this. */
const covers: Readonly<Record<Kind, RegExp>> = {
  lint: /\b(eslint|oxlint|xo|standard|ts-standard|semistandard|tslint)\b|\b(biome|rome) (check|ci|lint)\b/,
  types: /\b(tsc|vue-tsc|svelte-check|tsgo)\b/,
  layout: /\bprettier\b|\b(biome|rome) (check|ci|format)\b|\bdprint check\b/,
}

/** Names that say it themselves, whatever the script runs. */
const telling: Readonly<Record<Kind, RegExp>> = {
  lint: /^(lint(:(check|ci))?|check:lint|lint-check)$/,
  types: /^(typecheck|type-check|check:types|check-types|types:check|typecheck:ci)$/,
  layout: /^(format:check|check:format|format-check|check-format|fmt:check)$/,
}

export function proposedChecks(project: CheckedPackage): ProposedChecks {
  const chosen: Record<Kind, string | null> = { lint: null, types: null, layout: null }
  const covered = new Set<Kind>()
  for (const kind of kinds) {
    if (covered.has(kind)) continue
    const script = scriptFor(project, kind)
    if (script === null) continue
    chosen[kind] = `npm run ${script.name}`
    for (const each of kinds) if (covers[each].test(script.text)) covered.add(each)
    covered.add(kind)
  }
  for (const kind of kinds) {
    const tool = covered.has(kind)
      ? undefined
      : tools.find((each) => each.kinds.includes(kind) && isUsed(project, each))
    if (tool === undefined) continue
    chosen[kind] = tool.check(project)
    for (const each of tool.kinds) covered.add(each)
  }
  return { checks: kinds.flatMap((kind) => chosen[kind] ?? []), format: formatOf(project) }
}

function scriptFor(project: CheckedPackage, kind: Kind): (ScriptReading & { readonly name: string }) | null {
  const able = scriptNames[kind].flatMap((name) => {
    const read = readScript(project.scripts, name)
    const isAble = read !== null && !isUnfit(read) && read.programs.every(project.hasProgram)
    return isAble ? [{ name, ...read }] : []
  })
  return (
    able.find(({ text }) => covers[kind].test(text)) ??
    // A script that is known to check something else is proposed as that.
    able.find(
      ({ name, text, programs }) =>
        telling[kind].test(name) && !startsNothing(programs) && !kinds.some((each) => covers[each].test(text)),
    ) ??
    null
  )
}

/** All that was found of it is that it runs other scripts. */
const startsNothing = (programs: readonly string[]): boolean =>
  programs.every((program) => ['npm', 'pnpm', 'yarn', 'bun'].includes(program))

interface Tool {
  readonly program: string
  readonly kinds: readonly Kind[]
  /** Names of its files of settings. */
  readonly settings: RegExp
  /** Settings count only beside the package.json. */
  readonly isOwn?: true
  /** Key of a package.json under which it has its settings. */
  readonly key?: string
  readonly check: (project: CheckedPackage) => string
}

const tools: readonly Tool[] = [
  { program: 'biome', kinds: ['lint', 'layout'], settings: /^\.?biome\.jsonc?$/, check: () => 'biome check .' },
  { program: 'rome', kinds: ['lint', 'layout'], settings: /^rome\.json$/, check: () => 'rome check .' },
  {
    program: 'eslint',
    kinds: ['lint'],
    settings: /^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\.\w+)?)$/,
    key: 'eslintConfig',
    check: () => 'eslint .',
  },
  {
    program: 'oxlint',
    kinds: ['lint'],
    settings: /^(\.oxlintrc\.jsonc?|oxlint\.config\.ts|oxlintrc\.json)$/,
    check: () => 'oxlint',
  },
  { program: 'xo', kinds: ['lint'], settings: /^(\.xo-config(\.\w+)?|xo\.config\.\w+)$/, key: 'xo', check: () => 'xo' },
  // It has no settings: that the project names it is the sign.
  { program: 'standard', kinds: ['lint'], settings: /^\.standardrc$/, key: 'standard', check: () => 'standard' },
  {
    program: 'tsc',
    kinds: ['types'],
    settings: /^tsconfig\.json$/,
    isOwn: true,
    // A solution that only names other projects holds no file itself.
    check: ({ tsconfig }) => (/"references"\s*:/.test(tsconfig) ? 'tsc --build' : 'tsc --noEmit'),
  },
  {
    program: 'prettier',
    kinds: ['layout'],
    settings: /^(\.prettierrc(\.\w+)?|prettier\.config\.[cm]?[jt]s)$/,
    key: 'prettier',
    check: () => 'prettier --check .',
  },
  { program: 'dprint', kinds: ['layout'], settings: /^\.?dprint\.jsonc?$/, check: () => 'dprint check' },
]

function isUsed({ files, above, keys, isInstalled }: CheckedPackage, tool: Tool): boolean {
  const places = tool.isOwn === true ? files : [...files, ...above]
  const isSet = places.some((name) => tool.settings.test(name)) || (tool.key !== undefined && keys.includes(tool.key))
  return isSet && isInstalled(tool.program)
}

interface Formatter {
  readonly program: string
  /** How scripts call it to format, or to check layout. */
  readonly called: RegExp
  readonly command: (called: string) => string
  /** Settings of the tool alone mean that it formats. */
  readonly bySettings: boolean
}

/** File names are appended to the command, and not all of them are of a kind that it knows. */
const formatters: readonly Formatter[] = [
  {
    program: 'biome',
    called: /\bbiome (check|format)\b/,
    command: (called) =>
      `${/\bbiome format\b/.test(called) ? 'biome format' : 'biome check'} --write --no-errors-on-unmatched`,
    bySettings: true,
  },
  {
    program: 'prettier',
    called: /\bprettier\b/,
    command: () => 'prettier --write --ignore-unknown',
    bySettings: true,
  },
  {
    program: 'dprint',
    called: /\bdprint (fmt|check)\b/,
    command: () => 'dprint fmt --allow-no-files',
    bySettings: true,
  },
  { program: 'standard', called: /(^|\s)standard\b/m, command: () => 'standard --fix', bySettings: true },
  { program: 'xo', called: /(^|\s)xo\b/m, command: () => 'xo --fix', bySettings: true },
  { program: 'eslint', called: /\beslint\b[^\n&|;]*--fix\b/, command: () => 'eslint --fix', bySettings: false },
]

/** The tool that scripts format with, else the one that has settings. */
function formatOf(project: CheckedPackage): string | null {
  const installed = formatters.filter(({ program }) => project.isInstalled(program))
  const texts = Object.values(project.scripts)
  for (const { called, command } of installed) {
    const text = texts.find((each) => called.test(each))
    if (text !== undefined) return command(text)
  }
  const set = installed.find(
    ({ program, bySettings }) => bySettings && tools.some((tool) => tool.program === program && isUsed(project, tool)),
  )
  return set?.command('') ?? null
}
