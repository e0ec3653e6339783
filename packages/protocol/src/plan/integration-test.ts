/** By the words that test files and their folders have where several parts are tested together. */
export function isIntegrationTest(path: string): boolean {
  return path
    .toLowerCase()
    .split(/[/._-]/u)
    .some((word) => word === 'integration' || word === 'e2e')
}
