/** Whether a design says that what is called may depend on what was called before. A word that may mean it is enough. */
const words =
  /\b(state\w*|count\w*|cach\w*|memo\w*|remember\w*|stor\w*|regist\w*|singleton\w*|sequen\w*|ids?|identifiers?|queue\w*|session\w*|histor\w*|log\w*|pool\w*|once|previous\w*|next|last|latest|again|accumulat\w*|buffer\w*|collect\w*|track\w*|keep\w*|kept|subscri\w*|listen\w*|emit\w*|random\w*|unique\w*|token\w*|generat\w*|lock\w*|instance\w*|global\w*|shared|initiali\w*|configur\w*|order\w*|increment\w*|limit\w*|rate\w*|time\w*|clock\w*|now|connect\w*|open\w*|close\w*|add\w*|remove\w*|set|update\w*|reset\w*|clear\w*)\b/i

export const namesState = (design: string): boolean => words.test(design)
