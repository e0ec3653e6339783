export { archiveOf } from './archive.ts'
