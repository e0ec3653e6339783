export * from './memory-blobs.ts'
export * from './temporary-repository.ts'
