export { exampleTurn, type SampleCycle, type SampleTurn, sampleHandoff } from './sample.ts'
