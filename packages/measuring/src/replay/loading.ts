/** How a module of Sigma's is loaded by a file, whatever its runner does with `import`; `own` is a name that the file does not have. */
export function loading(
  path: string,
  isModule: boolean,
  own: string,
): { readonly before: string; readonly call: string } {
  const at = JSON.stringify(path)
  if (!isModule) return { before: '', call: `require(${at})` }
  return { before: `import{createRequire as ${own}}from'node:module';`, call: `${own}(${at})(${at})` }
}
