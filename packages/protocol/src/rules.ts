/** Rules that more than their own protocol or gate knows; loads nothing. */

/** The rule of a test whose outcome was another one when the same tree was run again: no matter of who implements (SIG-52). */
export const flakyRule = 'flaky'

/** The rule of a run that ends before its first turn, since nothing that it needs can be done: no gate refused any work. */
export const cannotBeginRule = 'cannot-begin'
