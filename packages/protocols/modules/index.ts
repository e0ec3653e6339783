export { type ListedModules, type ListFault, readModules } from './architecture.ts'
export { moduleName } from './module-name.ts'
