/** Who accepted a design, as people read it; `recorded`: the person who began the run, in advance. */
export const acceptorText = (by: string): string => (by === 'recorded' ? 'the person, in advance' : by)
