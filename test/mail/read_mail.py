"""Reads the mails in files with Python's email package; prints what each says as one JSON list."""

import email
import email.policy
import json
import sys


def addresses(message, name):
    header = message[name]
    return [[one.display_name, one.addr_spec] for one in header.addresses] if header else []


def words(message, name):
    return str(message[name] or "").split()


def read(path):
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file, policy=email.policy.default)
    text = message.get_body(("plain",))
    return {
        "from": addresses(message, "from"),
        "to": [address for _, address in addresses(message, "to")],
        "cc": [address for _, address in addresses(message, "cc")],
        "bcc": [address for _, address in addresses(message, "bcc")],
        "replyTo": [address for _, address in addresses(message, "reply-to")],
        "subject": str(message["subject"] or ""),
        "messageId": str(message["message-id"]).strip(),
        "inReplyTo": str(message["in-reply-to"] or "").strip(),
        "references": words(message, "references"),
        "text": text.get_content(),
        "files": [[part.get_filename(), part.get_content_bytes().hex()] for part in parts(message)],
    }


def parts(message):
    for part in message.iter_attachments():
        part.get_content_bytes = lambda part=part: part.get_payload(decode=True)
        yield part


json.dump([read(path) for path in sys.argv[1:]], sys.stdout)
