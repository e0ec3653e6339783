export { archiveOf } from './archive.ts'
export { designReport } from './report.ts'
