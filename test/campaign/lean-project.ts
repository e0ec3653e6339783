import { commandConfig, honestTurn } from '../kit/project.ts'
import { type Files, makeRepository, type Repository } from '../kit/repository.ts'

const phases = ['Phase0', 'RED', 'GREEN', 'REFACTOR_TESTS', 'REFACTOR_IMPL', 'REVIEW_TESTS', 'REVIEW_IMPL']

/**
 * An honest agent as a shell script, which starts ten times as fast as one in Node. It writes a line to a file in the
 * user's home when it begins and when it ends. `before` is done in between, with `$phase` and `$turn`.
 */
export function shellAgent(before = ''): string {
  const cases = phases.map((phase) => {
    const { write, answer } = honestTurn(phase, 1)
    const files = Object.entries(write).filter(([path]) => !path.includes('half'))
    const writes = files.map(
      ([path, text]) => `mkdir -p ${path.replace(/\/.*/, '')}; cat > ${path} <<'END'\n${text}END`,
    )
    return [`${phase})`, ...writes, `answer='${answer}' ;;`].join('\n')
  })
  return `handoff=$(cat)
field() { printf %s "$handoff" | sed "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/"; }
phase=$(field phase)
turn=$(field turn)
echo "begins $turn $PWD" >> "$HOME/record"
${before}
case "$phase" in
${cases.join('\n')}
esac
echo "ends $turn $PWD" >> "$HOME/record"
echo "$answer"
`
}

/**
 * A module of one function, in one cycle: the shortest run that goes through every phase. Its agents are not confined: they
 * speak with the test by files in the home, and by what their processes are called.
 */
export function leanProject(agent: string = shellAgent(), limits: object = {}): Files {
  return {
    'package.json': JSON.stringify({ name: 'lean', version: '1.0.0', private: true, type: 'module' }),
    'src/zero.js': 'export const zero = 0\n',
    'memory-bank/modules/lean/design.md': '# lean\n## Interface\n```js\nexport function twice(number)\n```\n',
    'memory-bank/modules/lean/tdd_plan.md':
      'Batch₁: (parallel 1)\n□ TDD₁: Doubling (twice) → ℜ→ℜᴳ→ℜᶠ [files: src/twice.js, test/twice.test.js]\n',
    'agent.sh': agent,
    'sigma.config.json': commandConfig(['sh', 'agent.sh'], limits, { sandbox: 'off' }),
  }
}

export const leanRepository = (agent?: string, limits?: object): Repository =>
  makeRepository(leanProject(agent, limits))
