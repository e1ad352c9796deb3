"""Program of an integrator, written from /api/docs and its two guides alone: with an API token it makes a supplier, a
contract and a project, sends an order with its invoice, waits until a webhook says that it is approved, and downloads the
Constancia. `client.py` is generated from the description of the running server.

    integrator.py ORIGIN TOKEN WEBHOOK_PORT WEBHOOK_SECRET APPROVER INVOICE CONSTANCIA
"""

import base64
import hashlib
import hmac
import http.server
import json
import queue
import sys
import threading
import time
import uuid

import httpx
from client import (
    ApiError,
    Client,
    ContractType,
    Currency,
    DocumentContent,
    DocumentType,
    NewContract,
    NewProject,
    NewProvider,
    UploadFileRequest,
)

origin, token, port, secret, approver, invoice, paper = sys.argv[1:]
heard = queue.Queue()


def is_theirs(headers, body):
    """As the guide says: HMAC of id, timestamp and the bytes as they came; none older than five minutes."""
    stamp = headers["webhook-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    said = f"{headers['webhook-id']}.{stamp}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(key, said, hashlib.sha256).digest()).decode()
    signed = any(hmac.compare_digest(right, each) for each in headers["webhook-signature"].split(" "))
    return signed and abs(time.time() - int(stamp)) < 300


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        theirs = is_theirs(self.headers, body)
        self.send_response(204 if theirs else 401)
        self.end_headers()
        if theirs:
            heard.put(json.loads(body))

    def log_message(self, *_):
        pass


def wait_for(event, order_id):
    while True:
        message = heard.get(timeout=60)
        if message["type"] == event and message["data"]["id"] == order_id:
            return message["data"]


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()

api = Client(origin, auth={"bearer": token}, timeout=30)


def once():
    return {"idempotency-key": str(uuid.uuid4())}


person = api.list_people(q=approver).items[0]
customer = api.list_clients(limit=1).items[0]

key = once()
supplier = NewProvider(name="Talleres del Nervión", client_ids=[customer.id])
providers = {api.create_provider(supplier, headers=key).id for _ in ("asked", "asked again")}
(provider_id,) = providers

contract = api.create_contract(
    NewContract(
        type_=ContractType.PROVEEDOR,
        client_id=customer.id,
        provider_id=provider_id,
        description="Mantenimiento de la maquinaria",
        total_minor="1200000",
        opening_minor="300000",
        currency=Currency.EUR,
        starts_on="2020-01-01",
        ends_on="2090-12-31",
    ),
    headers=once(),
)
project = api.create_project(
    NewProject(
        name="Mantenimiento",
        client_id=customer.id,
        total_minor="1200000",
        contract_ids=[contract.id],
        approver_ids=[person.user_id],
    ),
    headers=once(),
)

try:
    api.create_contract(
        NewContract(
            type_=ContractType.PROVEEDOR,
            client_id=customer.id,
            description="",
            total_minor="0",
            currency=Currency.EUR,
            starts_on="2020-01-01",
            ends_on="2019-12-31",
        ),
        headers=once(),
    )
    refused = None
except ApiError as error:
    refused = sorted(issue["pointer"] for issue in error.body["issues"])

with open(invoice, "rb") as file:
    sent_file = api.upload_file(UploadFileRequest(file=file))
order = api.submit_document(
    DocumentContent(
        project_id=project.id,
        type_=DocumentType.GASTO,
        name="Revisión de la carretilla",
        provider_id=provider_id,
        amount_minor="18150",
        file_ids=[sent_file.id],
    ),
    headers=once(),
)

approved = wait_for("order.approved", order.id)
constancia = api.issue_certificate(order.id, headers=once())
downloaded = httpx.get(httpx.URL(origin).join(constancia.url))
downloaded.raise_for_status()
with open(paper, "wb") as file:
    file.write(downloaded.content)

with open(invoice, "rb") as file:
    is_whole = sent_file.sha256 == hashlib.sha256(file.read()).hexdigest()
balance = api.get_contract(contract.id).balance
print(
    json.dumps(
        {
            "order": order.id,
            "told": approved["state"],
            "used": balance.used.minor,
            "committed": balance.committed.minor,
            "file": is_whole,
            "refused": refused,
        }
    )
)
