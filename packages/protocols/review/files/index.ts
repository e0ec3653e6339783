export { archiveOf } from './archive.ts'
export { summaryDocument } from './document.ts'
export { reviewReport } from './report.ts'
