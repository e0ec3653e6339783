/** Globs that count from a folder of the repository, as git names what they match; `!` stays in front. Empty: the top. */
export function globsInFolder(folder: string): (globs: readonly string[]) => readonly string[] {
  return (globs) =>
    globs.map((glob) => {
      const taken = glob.startsWith('!') && !glob.startsWith('!(')
      const bare = taken ? glob.slice(1) : glob
      return `${taken ? '!' : ''}${folder === '' ? bare : `${folder}/${bare}`}`
    })
}
