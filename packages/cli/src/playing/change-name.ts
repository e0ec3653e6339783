/** What the working tree is called among branches and commits: git lets no branch be called so. */
export const workingTreeName = 'working tree'
