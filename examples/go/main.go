package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
)

type event struct {
	Event string `json:"event"`
	Data  struct {
		TransactionID string `json:"transaction_id"`
		Amount        string `json:"amount"`
		Currency      string `json:"currency"`
	} `json:"data"`
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1024*1024))
	if err != nil {
		http.Error(response, "the body could not be read", http.StatusBadRequest)
		return
	}
	mac := hmac.New(sha256.New, []byte(os.Getenv("PEYE_WEBHOOK_SECRET")))
	mac.Write(body)
	signature, _ := hex.DecodeString(request.Header.Get("X-Gateway-Signature"))
	if !hmac.Equal(mac.Sum(nil), signature) || request.Header.Get("X-Gateway-Mode") != "test" {
		http.Error(response, "not signed", http.StatusUnauthorized)
		return
	}
	var received event
	if err := json.Unmarshal(body, &received); err != nil {
		http.Error(response, "not an event", http.StatusBadRequest)
		return
	}
	log.Println(received.Event, received.Data.TransactionID)
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	if os.Getenv("PEYE_WEBHOOK_SECRET") == "" {
		log.Fatal("set PEYE_WEBHOOK_SECRET")
	}
	http.HandleFunc("/webhooks", receive)
	log.Fatal(http.ListenAndServe("127.0.0.1:4000", nil))
}
