/** The step protocol that `sigma protocol new` lays: small, and with all that a table can have but agents. */

const table = `{
  "about": "Release a version, once its checks pass and a person agrees.",
  "steps": [
    {
      "number": 1,
      "name": "CHECK",
      "label": "Check what is to be released",
      "gives": [
        { "name": "result", "kind": "choice", "values": ["sound", "broken"], "says": "how it stands" },
        { "name": "seen", "kind": "texts", "says": "what was looked at, and what came of it" }
      ],
      "branch": { "on": "result", "to": { "sound": "AGREE", "broken": "MEND" } }
    },
    {
      "number": 2,
      "name": "MEND",
      "label": "Mend what is broken",
      "gives": [{ "name": "changed", "kind": "texts", "says": "what was changed, and why" }],
      "next": { "to": "CHECK", "times": 3, "after": "AGREE" }
    },
    {
      "number": 3,
      "name": "AGREE",
      "label": "Have a person agree",
      "decision": {
        "question": "Is the version released?",
        "options": [
          { "name": "release", "consequence": "It is published.", "next": "PUBLISH" },
          { "name": "stop", "consequence": "Nothing is published.", "next": "COMPLETED" }
        ]
      }
    },
    {
      "number": 4,
      "name": "PUBLISH",
      "label": "Publish it",
      "gives": [{ "name": "summary", "kind": "text", "says": "what was published, and where" }]
    }
  ]
}
`

const texts = [
  `# Check what is to be released

Run the tests, read what changed since the last version, and look whether each change is told of in the changelog.
Say \`sound\` only where you saw that all of it holds; whatever does not is \`broken\`.
`,
  `# Mend what is broken

Mend only what the check found. It is checked again afterwards, three times at most.
`,
  `# Have a person agree

A person is asked whether the version is released.
`,
  `# Publish it

Tag the version, and publish it as the project's notes say.
`,
]

/** By their path in its folder. */
export const exampleFiles: readonly (readonly [string, string])[] = [
  ['protocol.json', table],
  ...texts.map((text, at) => [`content/step_${at + 1}.md`, text] as const),
]
