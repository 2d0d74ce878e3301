/** What n8n shows of the operations in operations.json. */

/** `customerUuid` as `Customer Uuid`. */
const titleOf = (name) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s-]+/)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ')

const DEFAULTS = { string: '', boolean: false, number: 0, json: '{}' }

function propertyOf({ name, type, options, description, required }) {
  return {
    displayName: titleOf(name),
    name,
    type,
    default: type === 'options' ? options[0] : DEFAULTS[type],
    ...(type === 'options' && { options: options.map((value) => ({ name: value, value })) }),
    ...(description && { description }),
    ...(required && { required }),
  }
}

/** The properties of the node: a resource, its operations, and the fields of each. */
function propertiesOf(operations) {
  const resources = [...new Set(operations.map(({ resource }) => resource))]
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      default: resources[0],
      options: resources.map((value) => ({ name: value, value })),
    },
    ...resources.map((resource) => {
      const own = operations.filter((one) => one.resource === resource)
      return {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: [resource] } },
        default: own[0].id,
        options: own.map(({ id, summary }) => ({ name: summary, value: id, action: summary })),
      }
    }),
    ...operations.flatMap(fieldsOf),
  ]
}

function fieldsOf({ id, resource, isPaged, fields }) {
  const displayOptions = { show: { resource: [resource], operation: [id] } }
  const optional = fields.filter(({ required }) => !required)
  const all = { displayName: 'Return All', name: 'returnAll', type: 'boolean', default: false, displayOptions }
  const more = {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    options: optional.map(propertyOf),
    displayOptions,
  }
  return [
    ...fields.filter(({ required }) => required).map((field) => ({ ...propertyOf(field), displayOptions })),
    ...(isPaged ? [{ ...all, description: 'Whether to return all results or only one page' }] : []),
    ...(optional.length > 0 ? [more] : []),
  ]
}

module.exports = { propertiesOf }
