import { fingerprint, type Repository } from '../kit/repository.ts'

type Files = Readonly<Record<string, string>>

/** SIGMA's own files, which Sigma makes from the journal; everything else in the repository is the user's. */
const own = /^\.claude-collective\/|^memory-bank\/(?:activeContext|progress)\.md$/

export function usersFiles(repository: Repository): Files {
  return filesOf(repository, (path) => !own.test(path))
}

export function projections(repository: Repository): Files {
  return filesOf(repository, (path) => own.test(path))
}

function filesOf(repository: Repository, wanted: (path: string) => boolean): Files {
  return Object.fromEntries(Object.entries(fingerprint(repository)).filter(([path]) => wanted(path)))
}
