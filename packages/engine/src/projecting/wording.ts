/** What a person is told about the files that Sigma keeps for them; each a sentence. */

export const notWritten = (path: string, why: string): string =>
  `${path} ${why}, so Sigma does not write it; the run goes on.`

export const notMarked = (path: string, why: string): string => `${path} ${why}, so no marks are added to it.`

/** `name`: by which the text that was to be written is printed. */
export const leftAsItIs = (path: string, name: string): string =>
  `The accepted text (sigma why ${name}) is not written to ${path}, which was changed while the run went on and stays as it is.`

export const changedInside = (path: string, kept: string): string =>
  `${path} was changed between Sigma's marks; that text was replaced, and is kept as ${kept}.`

export const changedByOthers = (path: string, kept: string): string =>
  `${path} was not as Sigma wrote it; it was written anew, and what stood there is kept as ${kept}.`

/** Second halves of sentences. */
export const notPlain = 'is no plain text'
export const strayMarks = "holds marks of Sigma's that do not belong together (sigma memory check names them)"
export const unmarked = "has no marks of Sigma's (sigma memory bank --mark adds them)"

export const notProjected = (what: string, why: string): string =>
  `The files of ${what} were left as they are: ${why.replace(/\.$/, '')}.`
