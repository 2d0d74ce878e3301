// What help pages do beyond HTML: the chat, loaded when somebody asks for it, and thanks without a new page.

const { sdk, app } = document.currentScript.dataset

for (const button of document.querySelectorAll('[data-contact]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    window.parley = window.parley || []
    window.parley.push(['do', 'chat:open'])
    if (document.querySelector('script[data-app-id]')) return
    const script = document.createElement('script')
    script.src = sdk
    script.dataset.appId = app
    script.async = true
    document.head.append(script)
  })
}

document.querySelector('form.helpful')?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const body = new URLSearchParams({ helpful: event.submitter?.value ?? '' })
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
  if (answer?.type !== 'opaqueredirect') return
  const thanks = document.createElement('p')
  thanks.textContent = form.dataset.thanks
  thanks.setAttribute('role', 'status')
  form.replaceChildren(thanks)
})
