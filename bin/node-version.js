// Imported first, and readable to any Node that knows modules: says what is needed instead of failing at a syntax or a
// function that an older one does not have.
const needed = 24
if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `Parley needs Node ${needed} or newer; this is ${process.versions.node}. Install it (https://nodejs.org), or run\n` +
      `  npx -p node@${needed} -p parley-chat parley-chat\n`,
  )
  process.exit(1)
}
