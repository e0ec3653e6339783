export * from './temporary-repository.ts'
export * from './temporary-workspaces.ts'
export * from './turn-request.ts'
