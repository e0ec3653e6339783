/** At most so many characters. What was cut ends with `…`: by that half a secret before it is known for one. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`
