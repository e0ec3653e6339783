/** The story of a run as a document in Markdown. Texts of others stand in it as plain text. */
import type { RunView } from '@sigma/engine'
import { formatDuration } from './duration-text.ts'
import { plain } from './plain-markdown.ts'
import type { StoryLine } from './story.ts'

type Told = Pick<RunView, 'run' | 'protocol' | 'subject' | 'startedAt' | 'lastAt' | 'outcome' | 'summary'>

export function storyMarkdown(run: Told, lines: readonly StoryLine[]): string {
  const { protocol, subject, startedAt, lastAt, outcome, summary } = run
  const facts = [
    ['Protocol', protocol],
    ...(subject === null ? [] : [['Subject', subject]]),
    ['Began', startedAt],
    ['Latest event', lastAt],
    ['Outcome', outcome === null ? 'not over' : `${outcome}${summary === null ? '' : `: ${summary}`}`],
  ]
  return [
    `# ${plain(`Log of ${run.run}`)}`,
    '',
    ...facts.map(([name = '', text = '']) => `- **${name}**: ${plain(text)}`),
    '',
    '| After | Where | What |',
    '| ---: | --- | --- |',
    ...lines.map(row),
  ].join('\n')
}

const row = ({ elapsedMs, step, text, details }: StoryLine): string =>
  `| ${formatDuration(Math.max(0, elapsedMs))} | ${plain(step)} | ${[text, ...details].map((each) => plain(each)).join('<br>')} |`
