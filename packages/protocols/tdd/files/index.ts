export { archiveOf } from './archive.ts'
export { moduleReport } from './module-report.ts'
