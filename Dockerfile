# The service as a container: docs/operate/install.md. Built in one stage, run in another that has Node, Debian's slim
# base and the installed package alone.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination=/tmp
RUN npm install --global --prefix=/opt/parley --no-audit --no-fund /tmp/parley-chat-*.tgz

FROM node:24-bookworm-slim
COPY --from=build /opt/parley /opt/parley
RUN install -d -o node -g node -m 0700 /data
ENV NODE_ENV=production \
    PATH=/opt/parley/bin:$PATH \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["parley-chat"]
