/** The words of a text, in order: runs of letters and digits; an apostrophe inside a word belongs to it. */
export function words(text) {
  return text.match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []
}
