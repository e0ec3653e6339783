/** What a check of a memory bank finds; all its wording stands here. */

export interface BankFinding {
  readonly rule:
    | 'file-missing'
    | 'file-unreadable'
    | 'slot-twice'
    | 'slot-unknown'
    | 'section-twice'
    | 'reference-broken'
    | 'reference-unreadable'
    | 'marks-broken'
    | 'design-missing'
    | 'progress-contradicts'
    | 'module-list'
  /** Relative to the bank's folder. */
  readonly file: string
  /** From 1; null: the whole file is meant. */
  readonly line: number | null
  /** A sentence. */
  readonly message: string
  /** A command, or what to write instead. */
  readonly hint: string
}

/** How words of a hint have to be typed in a shell where the command was. */
export interface Typing {
  /** `path`: relative to the bank's folder. */
  readonly file: (path: string) => string
  readonly word: (text: string) => string
}

type Place = Pick<BankFinding, 'file' | 'line'>

const whole = (file: string): Place => ({ file, line: null })

export const fileMissing = (file: string, symbol: string): BankFinding => ({
  rule: 'file-missing',
  ...whole(file),
  message: `${symbol} is missing: there is no ${file}.`,
  hint: 'sigma init --bank writes what is missing and changes nothing else',
})

export const fileUnreadable = (file: string, why: string, typing: Typing): BankFinding => ({
  rule: 'file-unreadable',
  ...whole(file),
  message: `${file} ${why}, so nothing in it was checked.`,
  hint: `ls -la ${typing.file(file)}, and put a text file in its place`,
})

export const slotTwice = (symbol: string, file: string, others: readonly string[], typing: Typing): BankFinding => ({
  rule: 'slot-twice',
  ...whole(file),
  message: `${symbol} is two files, ${file} and ${others.join(', ')}; Sigma reads ${file}.`,
  hint: `Put what is right into ${file}, and take away the rest: git rm ${others.map(typing.file).join(' ')}`,
})

export const slotUnknown = (place: Place, text: string, known: readonly string[]): BankFinding => ({
  rule: 'slot-unknown',
  ...place,
  message: `${text} names a slot that no memory bank has; there are ${known.join(' ')}.`,
  hint: 'sigma memory bank shows the slots and their files',
})

export const sectionTwice = (place: Place, id: string, first: number): BankFinding => ({
  rule: 'section-twice',
  ...place,
  message: `Two sections are called ${id}: here, and in line ${first}.`,
  hint: `Give one of them another number, and have references follow it`,
})

/** `nearest`: what the file has instead; null: nothing near. */
export const referenceBroken = (place: Place, text: string, what: string, nearest: string | null): BankFinding => ({
  rule: 'reference-broken',
  ...place,
  message: `${text} leads nowhere: ${what}.`,
  hint: nearest === null ? 'Write the section, or take the reference away' : `Did you mean ${nearest}?`,
})

export const referenceUnreadable = (place: Place, text: string): BankFinding => ({
  rule: 'reference-unreadable',
  ...place,
  message: `${shortened(text)} is no reference that can be followed.`,
  hint: 'Write slot and section: [↗️σ₂:R3]',
})

export const marksBroken = (file: string): BankFinding => ({
  rule: 'marks-broken',
  ...whole(file),
  message: `${file} holds marks of Sigma's that do not belong together, so Sigma does not write it.`,
  hint: 'Take all lines that begin with <!-- sigma: away, then: sigma memory bank --mark',
})

export const designMissing = (plan: string, design: string, typing: Typing): BankFinding => ({
  rule: 'design-missing',
  ...whole(plan),
  message: `${plan} plans a module that has no ${design.split('/').at(-1)}.`,
  hint: `Write ${typing.file(design)}, or take the plan away`,
})

export const progressContradicts = (place: Place, module: string, typing: Typing): BankFinding => ({
  rule: 'progress-contradicts',
  ...place,
  message: `It says that ${module} is done, and the journal has no run of it that was completed.`,
  hint: `sigma status ${typing.word(module)}`,
})

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
