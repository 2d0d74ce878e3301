/** Address and API key of a store at Parley. */
class ParleyApi {
  name = 'parleyApi'
  displayName = 'Parley API'
  properties = [
    {
      displayName: 'Server',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://chat.example.com',
      description: 'Address of the Parley server',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'From Settings, API keys, in the inbox',
      required: true,
    },
  ]
  authenticate = { type: 'generic', properties: { headers: { 'X-Api-Key': '={{$credentials.apiKey}}' } } }
  test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/chat/members' } }
}

module.exports = { ParleyApi }
