/** Code that a runner could be given, or that could be loaded. */
export const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path)
