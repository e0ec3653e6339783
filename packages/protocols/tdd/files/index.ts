export { type LiveProjections, projectLive } from './live.ts'
export { type ModuleStatus, moduleStatus } from './module-status.ts'
export { ownPlacesIn } from './places.ts'
export { type Rebuilt, rebuild } from './rebuild.ts'
