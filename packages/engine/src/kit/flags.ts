/** What is typed behind the words of a command line: which flags there are, and what was given. */

export type Flag =
  | {
      readonly kind: 'text'
      readonly brief: string
      readonly placeholder: string
      /** True: the command takes no line without it; absent: it may be left out. */
      readonly needed?: boolean | undefined
    }
  | {
      readonly kind: 'number'
      readonly brief: string
      readonly placeholder: string
      readonly least: number
      readonly most: number
    }
  /** May be given any number of times. */
  | { readonly kind: 'texts'; readonly brief: string; readonly placeholder: string }
  /** A file whose text is the value. */
  | { readonly kind: 'file'; readonly brief: string; readonly placeholder: string }
  | { readonly kind: 'percent'; readonly brief: string; readonly placeholder: string }
  | { readonly kind: 'boolean'; readonly brief: string }
  | { readonly kind: 'choice'; readonly brief: string; readonly values: readonly string[] }

/** Values by flag name, given flags only. A kit reads them by a schema of its own. */
export type GivenFlags = Readonly<Record<string, string | number | boolean | readonly string[]>>
