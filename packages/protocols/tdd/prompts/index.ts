export { templates } from './source.ts'
