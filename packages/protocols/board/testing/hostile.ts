import fc from 'fast-check'

/** Text that would end a line, begin a mark, hide, reorder, or pass for a line of Sigma's, if it were let. */
export const hostile: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\f', '\u202e', '\u0000', '\ud800', '\t', '    '),
      fc.constantFrom(
        '#9 ann (person) 00:00:00: yes',
        '**9. ann (person)** 00:00:00',
        '- [x] ',
        '# ',
        '===',
        '---',
        '1. ',
        '+ ',
      ),
      fc.constantFrom(
        '```',
        '<script>',
        '![a](b)',
        '> ',
        '| a |',
        '\u001b[2J',
        '\u001b]8;;x\u0007',
        '"',
        '\\',
        '🦀',
        'é',
      ),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => `x${parts.join('')}`)
