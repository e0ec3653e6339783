// The same loop on LangGraph.js with its SQLite saver: `play <file> <steps>` or `resume <file>`; prints one JSON line.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'

const [what, file, steps] = process.argv.slice(2)
const State = Annotation.Root({
  items: Annotation({ reducer: (left, right) => left.concat(right), default: () => [] }),
  steps: Annotation(),
})
const node = ({ steps }) => ({ items: [`${steps ?? 0} `.padEnd(200, 'x')], steps: (steps ?? 0) + 1 })
const more = (next) => (state) => (state.steps >= Number(steps) ? END : next)
const graph = new StateGraph(State)
  .addNode('left', node)
  .addNode('right', node)
  .addEdge(START, 'left')
  .addConditionalEdges('left', more('right'))
  .addConditionalEdges('right', more('left'))
  .compile({ checkpointer: SqliteSaver.fromConnString(file) })
const config = { configurable: { thread_id: 'loop' }, recursionLimit: Number(steps ?? 0) + 10 }
const began = performance.now()
if (what === 'play') await graph.invoke({ items: [] }, config)
const { values } = await graph.getState(config)
console.log(JSON.stringify({ steps: values.steps, bytes: values.items.join('').length, ms: performance.now() - began }))
